// Adds fast navigation and keyboard shortcuts. The page also works without this file.

const $ = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const say = (text) => {
  $('#said').textContent = text;
};

// --- Navigation without full page loads

let underWay = new AbortController(); // of the latest navigation

/** Shows another page of this server and posts fields, if given. Returns false if another navigation replaces it. */
async function go(address, { fields, push = true, focus } = {}) {
  underWay.abort();
  underWay = new AbortController();
  const { signal } = underWay;
  $('main').setAttribute('aria-busy', 'true');
  try {
    const headers = { Accept: 'text/html' };
    const reply = await fetch(address, { signal, headers, ...(fields && { method: 'POST', body: fields }) });
    if (reply.status === 401) return location.reload(); // the session has ended
    if (!reply.headers.get('Content-Type')?.startsWith('text/html')) throw new Error('no page');
    const arrived = new DOMParser().parseFromString(await reply.text(), 'text/html');
    if (!$('main', arrived) || !$('.top', arrived)) throw new Error('no page'); // the login form
    if (push) history.pushState(null, '', reply.redirected ? reply.url : address);
    show(arrived, focus);
  } catch (problem) {
    if (problem.name === 'AbortError') return false;
    if (fields) {
      $('main').removeAttribute('aria-busy');
      say('The server did not answer. Try again.');
      return;
    }
    location.assign(address);
  }
}

function show(arrived, focus) {
  document.title = arrived.title;
  document.body.dataset.page = arrived.body.dataset.page;
  for (const part of ['.top', 'main']) $(part).replaceWith(document.adoptNode($(part, arrived)));
  ready();
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (focus && $(focus)) $(focus).focus();
  else if (target) reveal(target);
  else {
    scrollTo(0, 0);
    $('main').focus({ preventScroll: true });
  }
  say($('#status')?.textContent ?? document.title);
}

/** Expands the details element that contains the target, and scrolls to the target. */
function reveal(target) {
  const folded = target.closest('details');
  if (folded) folded.open = true;
  target.scrollIntoView();
}

addEventListener('popstate', () => go(location.href, { push: false }));
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target) reveal(target);
});

/** Submits a form with the button that was pressed. The server redirects a POST to the URL of its query. */
function send(form, button) {
  const fields = new URLSearchParams(new FormData(form, button));
  const url = new URL(button?.formAction || form.action, location.href);
  const focus = button?.name === 'move' ? '#order' : undefined;
  if (form.method === 'post') return go(url.href, { fields, focus });
  url.search = fields;
  return go(url.href, { focus });
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (new URL(form.action).pathname === '/logout') return;
  event.preventDefault();
  if (form.id === 'ask') ask(form);
  else send(form, event.submitter);
});

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href, location.href);
  const here = url.pathname === location.pathname && url.search === location.search && url.hash;
  if (url.origin !== location.origin || link.hasAttribute('download') || here) return;
  if (link.target && link.id !== 'new') return;
  event.preventDefault();
  go(url.href);
});

// --- Ticks are stored in the URL, so that links and reloads keep them

document.addEventListener('change', (event) => {
  if (!event.target.matches('.choose input')) return;
  const url = new URL(location.href);
  url.searchParams.delete('paper');
  for (const value of new FormData(event.target.form).getAll('paper'))
    url.searchParams.append('paper', value);
  history.replaceState(null, '', url);
  for (const link of all('.top nav a, .years a, .papers a.title, .papers .actions a')) {
    const address = new URL(link.href);
    if (!['/', '/related'].includes(address.pathname) && !address.pathname.startsWith('/paper/')) continue;
    address.searchParams.delete('paper');
    for (const value of url.searchParams.getAll('paper')) address.searchParams.append('paper', value);
    link.href = address.href;
  }
  say(`${url.searchParams.getAll('paper').length} chosen for related work`);
});

// --- Keys

const paperHere = () => document.activeElement?.closest('.papers > li');

/** Moves to the next or previous paper, or to the first if no paper has the focus. */
function step(by) {
  const papers = all('.papers > li');
  const at = papers.indexOf(paperHere());
  const next = papers[at < 0 ? 0 : Math.min(Math.max(at + by, 0), papers.length - 1)];
  if (!next) return false;
  $('.title', next).focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

function turn(by) {
  const buttons = all('.pages button');
  const at = buttons.findIndex((button) => button.hasAttribute('aria-current'));
  buttons[at + by]?.click();
  return at >= 0;
}

function focusOn(field) {
  field?.focus();
  field?.select();
  return Boolean(field);
}

const keys = {
  j: () => step(1),
  k: () => step(-1),
  ArrowDown: () => paperHere() && step(1),
  ArrowUp: () => paperHere() && step(-1),
  n: () => turn(1),
  p: () => turn(-1),
  x: () => {
    const box = paperHere() && $('.choose input', paperHere());
    box?.click();
    return Boolean(box);
  },
  r: () => {
    const button = $('.together button');
    button?.click();
    return Boolean(button);
  },
  '/': () => focusOn($('#keywords:not([type=hidden]), #question, #claim')),
  '?': () => {
    go('/help');
    return true;
  },
};

document.addEventListener('keydown', (event) => {
  if (event.isComposing || event.altKey || event.metaKey) return;
  const field = event.target.closest('input:not([type=checkbox]), textarea, select');
  if (event.ctrlKey) {
    if (event.key === 'Enter' && field?.form) field.form.requestSubmit();
    return;
  }
  if (field) {
    if (event.key === 'Escape') field.blur();
    return;
  }
  if (Object.hasOwn(keys, event.key) && keys[event.key]()) event.preventDefault();
});

// --- Copying

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button.copy');
  if (!button) return;
  const text = button.dataset.text ?? $('pre', button.closest('details')).textContent;
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
    const label = button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  } catch {
    say('The browser does not allow this page to copy text: select the text and copy it yourself.');
  }
});

// --- Conversations, stored only in this browser

const maxConversations = 50;

const conversations = {
  name: 'scilit-conversations',
  here: null, // ID of the conversation shown
  list() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) ?? '[]');
      return Array.isArray(kept)
        ? kept.filter((c) => Array.isArray(c?.exchanges) && Array.isArray(c.papers))
        : [];
    } catch {
      return [];
    }
  },
  keep(list) {
    try {
      localStorage.setItem(this.name, JSON.stringify(list.slice(0, maxConversations)));
    } catch {
      say('This browser cannot store more conversations: remove some.');
    }
  },
  /** Stores the conversation in the page's form as the first of the list. */
  save(form) {
    const exchanges = all('input[name=exchange]', form).map((field) => field.value);
    if (!exchanges.length) {
      this.here = null; // the next question starts a conversation
      return;
    }
    this.here ??= this.newID();
    this.put(this.here, new URLSearchParams(new FormData(form)));
  },
  newID: () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
  put(id, fields) {
    const exchanges = fields.getAll('exchange');
    const title = JSON.parse(exchanges[0]).question;
    this.keep([
      { id, title, papers: fields.getAll('paper'), corpora: fields.getAll('corpus'), exchanges },
      ...this.list().filter((c) => c.id !== id),
    ]);
  },
  open(id) {
    const kept = this.list().find((c) => c.id === id);
    if (!kept) return;
    this.here = id;
    const fields = new URLSearchParams();
    for (const paper of kept.papers) fields.append('paper', paper);
    for (const corpus of kept.corpora ?? []) fields.append('corpus', corpus);
    for (const exchange of kept.exchanges) fields.append('exchange', exchange);
    go('/ask', { fields, push: false, focus: '#question' });
  },
  remove(id) {
    this.keep(this.list().filter((c) => c.id !== id));
    if (this.here !== id) return this.draw();
    this.here = null;
    go('/ask', { focus: '#question' });
  },
  draw() {
    const aside = $('#conversations');
    const list = this.list();
    if (!aside) return;
    aside.hidden = !list.length;
    $('ul', aside).replaceChildren(...list.map((c) => this.row(c)));
  },
  row({ id, title }) {
    const row = document.createElement('li');
    const open = document.createElement('button');
    const remove = document.createElement('button');
    open.type = remove.type = 'button';
    open.className = 'open';
    open.textContent = title;
    if (id === this.here) open.setAttribute('aria-current', 'true');
    open.addEventListener('click', () => this.open(id));
    remove.textContent = '✕';
    remove.setAttribute('aria-label', `Remove: ${title}`);
    remove.addEventListener('click', () => this.remove(id));
    row.append(open, remove);
    return row;
  },
};

// --- Streamed answers

/** Returns the API request for the question in a form. */
function questionOf(form) {
  const papers = all('input[name=paper]', form).map((field) => {
    const [corpus, ...id] = field.value.split('/');
    return { corpus: decodeURIComponent(corpus), paper: decodeURIComponent(id.join('/')) };
  });
  const history = all('input[name=exchange]', form).map((field) => {
    const { question, answered } = JSON.parse(field.value);
    return { question, answer: answered.text };
  });
  const corpora = new FormData(form).getAll('corpus');
  return { question: $('#question', form).value, papers, corpora, history };
}

async function ask(form) {
  const question = $('#question', form).value.trim();
  const conversation = conversations.here;
  const visit = underWay;
  if (!question) return;
  say('Reading the papers …');
  $('button.main', form).disabled = true;
  const fields = new URLSearchParams(new FormData(form));
  const answered = await streamed(form).catch(() => null);
  if (answered) {
    fields.append('exchange', JSON.stringify({ question, answered }));
    fields.delete('question');
  }
  const left =
    visit !== underWay ||
    (await go('/ask', { fields, push: location.pathname !== '/ask', focus: '#question' })) === false;
  if (left) {
    // The user has left the page, so the answer is only stored in its conversation.
    if (answered) conversations.put(conversation ?? conversations.newID(), fields);
    conversations.draw();
    return;
  }
  $('#ask button.main')?.removeAttribute('disabled');
  say($('.exchange:last-child .answer, .exchange:last-child .note')?.textContent ?? '');
}

/** Shows an answer as it arrives. Returns null if the server does not stream or reports an error. */
async function streamed(form) {
  const reply = await fetch('/v1/ask', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(questionOf(form)),
  });
  if (!reply.ok || !reply.headers.get('Content-Type')?.startsWith('text/event-stream')) return null;
  const shown = provisional(form);
  let answered = null;
  for await (const { event, data } of events(reply.body)) {
    if (event === 'error') return null;
    if (event === 'answer' || data.searched) answered = data;
    else if (data.sentence) shown.append(`${data.sentence.text} `);
  }
  return answered;
}

/** Adds a section for an answer in progress, and returns the element for its text. */
function provisional(form) {
  const exchange = document.createElement('section');
  const question = document.createElement('h2');
  const answer = document.createElement('p');
  exchange.className = 'exchange';
  exchange.setAttribute('aria-busy', 'true');
  question.textContent = $('#question', form).value;
  exchange.append(question, answer);
  $('#exchanges', form.closest('.thread')).append(exchange);
  return answer;
}

async function* events(body) {
  let rest = '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      const field = (name) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
      const data = field('data').join('\n');
      if (data) yield { event: field('event')[0] ?? 'message', data: JSON.parse(data) };
    }
    if (done) return;
  }
}

// --- Setup of each page

function ready() {
  for (const button of all('button.copy[hidden]')) button.hidden = false;
  const form = $('#ask');
  if (!form) return;
  $('#new').removeAttribute('target');
  conversations.save(form);
  conversations.draw();
}

ready();
if (location.hash.length > 1) {
  const target = document.getElementById(location.hash.slice(1));
  if (target) reveal(target);
}
