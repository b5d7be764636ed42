// The HTML of the panel.
import type { Page } from '../page';

const body = `<main>
<h1>Papers to cite</h1>
<section id="first" aria-label="First use" hidden>
  <p>No papers can be searched yet.</p>
  <div class="actions">
    <button type="button" id="grow">Build a corpus from this bibliography</button>
    <button type="button" id="demo" class="secondary">Try the demo: 5,260 papers</button>
    <button type="button" id="corpus" class="secondary">Index my papers</button>
  </div>
</section>
<form id="query" role="search" aria-label="Papers to cite">
  <label for="keywords">Keywords</label>
  <div class="row">
    <input id="keywords" type="text" autocomplete="off" spellcheck="false" aria-describedby="judged">
    <button type="submit">Search</button>
  </div>
  <p id="judged" class="hint" aria-live="polite">; and, | or, - not, 2010..2022, author: title:</p>
  <details id="context">
    <summary>Text used for the search</summary>
    <textarea id="text" rows="5" aria-label="Text used for the search; the document does not change"></textarea>
  </details>
</form>
<p id="status" role="status">Put the cursor after a sentence, and search.</p>
<details id="online">
  <summary>Search online</summary>
  <div id="off" hidden>
    <p id="off-reason" class="hint"></p>
    <button type="button" id="online-settings" class="secondary">Open settings</button>
  </div>
  <form id="online-form" aria-label="Search online" hidden>
    <h2 class="part">Where</h2>
    <p id="routing" class="hint"></p>
    <label for="online-keywords">Keywords to send</label>
    <div class="row">
      <input id="online-keywords" type="text" autocomplete="off" spellcheck="false" aria-describedby="online-hint">
    </div>
    <p id="online-hint" class="hint">At most 12, separated by commas. Nothing is sent while you type.</p>
    <h2 class="part" id="queries-title">The exact queries</h2>
    <ul id="queries" aria-labelledby="queries-title" aria-live="polite"></ul>
    <p id="confirm" class="hint"></p>
    <div class="actions">
      <button type="submit" id="send" disabled>Send</button>
      <button type="button" id="cancel" class="secondary" hidden>Cancel</button>
    </div>
  </form>
  <p id="online-status" role="status" class="hint"></p>
  <ul id="sources" aria-label="Results by source"></ul>
  <ol id="online-papers" aria-label="Papers found online"></ol>
</details>
<ul id="notes"></ul>
<ol id="papers" aria-label="Recommended papers"></ol>
<button type="button" id="more" class="secondary" hidden>Show more papers</button>
</main>`;

export const panelPage: Page = { title: 'SciLit: papers', script: 'panel.js', body };
