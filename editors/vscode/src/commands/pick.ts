// A quick pick of papers with their highlights.
import * as vscode from 'vscode';
import { openPdf } from '../open';
import type { Paper } from '../papers';

interface Item extends vscode.QuickPickItem {
  paper: Paper;
}

export interface Question {
  title: string;
  placeholder: string;
  /** Whether the user can choose several papers: never, after pressing a button, or from the start. */
  several: 'no' | 'offered' | 'yes';
  /** Whether a button offers a prefix and a locator. */
  words?: boolean;
}

export interface Choice {
  /** In the order of their ticks; empty if the user cancelled. */
  papers: Paper[];
  words: boolean;
}

const several: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('checklist'),
  tooltip: 'Choose several papers',
};
const withWords: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('quote'),
  tooltip: 'Cite with a prefix and a page: see ..., p. 3',
};
const read: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('link-external'),
  tooltip: 'Open in a browser',
};
const readPdf: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('file-pdf'),
  tooltip: 'Open the PDF from your library',
};

/** Lets the user choose papers. In a list for several papers, the best one is ticked initially. */
export function pickPapers(papers: readonly Paper[], question: Question): Promise<Choice> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.items = papers.map(itemOf);
  pick.title = question.title;
  pick.placeholder = question.placeholder;
  pick.canSelectMany = question.several === 'yes';
  pick.buttons = [
    ...(question.several === 'offered' ? [several] : []),
    ...(question.words ? [withWords] : []),
  ];
  pick.matchOnDescription = pick.matchOnDetail = true;
  return new Promise((resolve) => {
    let ticked: readonly Item[] = question.several === 'yes' ? pick.items.slice(0, 1) : [];
    pick.selectedItems = ticked;
    const take = (words: boolean) => {
      const one = words ? pick.activeItems : pick.selectedItems; // a button selects nothing
      const items = pick.canSelectMany ? ticked : one;
      if (items.length === 0) return;
      resolve({ papers: items.map(({ paper }) => paper), words });
      pick.hide();
    };
    pick.onDidChangeSelection((now) => {
      ticked = inOrder(ticked, now);
    });
    pick.onDidTriggerButton((button) => {
      if (button === withWords) return take(true);
      pick.canSelectMany = true;
      pick.items = [...pick.items]; // redraws the items with boxes
      pick.buttons = pick.buttons.filter((other) => other !== several);
    });
    pick.onDidTriggerItemButton(
      ({ item, button }) => void (button === readPdf ? openPdf(item.paper) : openPaper(item.paper)),
    );
    pick.onDidAccept(() => take(false));
    pick.onDidHide(() => {
      resolve({ papers: [], words: false });
      pick.dispose();
    });
    pick.show();
  });
}

/** Returns the ticked papers in the order of their ticks. */
export function inOrder<T>(before: readonly T[], now: readonly T[]): T[] {
  return [...before.filter((item) => now.includes(item)), ...now.filter((item) => !before.includes(item))];
}

/** Asks for the prefix and locator of a citation; returns undefined if the user cancels. */
export async function askWords(): Promise<{ prefix: string; locator: string } | undefined> {
  const ask = (title: string, prompt: string) => vscode.window.showInputBox({ title, prompt });
  const prefix = await ask('Before the citation', 'For example: see. May be empty.');
  if (prefix === undefined) return undefined;
  const locator = await ask('After the citation', 'For example: p. 3. May be empty.');
  return locator === undefined ? undefined : { prefix, locator };
}

function itemOf(paper: Paper): Item {
  const buttons = [...(paper.file ? [readPdf] : []), ...(paper.link ? [read] : [])];
  return {
    label: paper.byline,
    description: paper.title,
    detail: paper.highlights[0]?.text ?? '',
    paper,
    buttons,
  };
}

async function openPaper({ link }: Paper): Promise<void> {
  const address = vscode.Uri.parse(link ?? '', true);
  if (address.scheme === 'https' || address.scheme === 'http') await vscode.env.openExternal(address);
}
