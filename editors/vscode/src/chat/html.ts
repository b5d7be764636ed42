// The HTML of the Ask page.
import type { Page } from '../page';

const body = `<main>
<h1>Ask papers</h1>
<form id="question" aria-label="Ask papers">
  <label for="scope">Ask</label>
  <select id="scope"><option value="all">all papers</option></select>
  <label for="text">Question</label>
  <textarea id="text" rows="3" maxlength="2000" aria-describedby="keys"></textarea>
  <p id="keys" class="hint">Press Enter to ask, and Shift+Enter for a new line.</p>
  <div class="actions">
    <button type="submit">Ask</button>
    <button type="button" id="cancel" class="secondary" hidden>Cancel</button>
    <button type="button" id="forget" class="secondary" hidden>New conversation</button>
  </div>
</form>
<details id="topic">
  <summary>The context of your questions</summary>
  <div id="asked-with"></div>
  <button type="button" id="here" class="secondary">Use the cursor position</button>
</details>
<p id="status" role="status">Put the cursor in a manuscript, and ask a question.</p>
<ol id="turns" aria-label="Questions and answers"></ol>
</main>`;

export const chatPage: Page = { title: 'SciLit: ask papers', script: 'chat.js', body };
