// Finds the server's program: in the setting, in the extension's folder, or on the PATH.
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const program = process.platform === 'win32' ? 'scilit-lsp.exe' : 'scilit-lsp';

/** Returns the program; throws an error that lists the searched folders. */
export function findServer(setting: string, extensionFolder: string): string {
  if (setting !== '') {
    const named = setting.replace(/^~(?=[/\\])/, homedir());
    if (isProgram(named)) return named;
    throw new Error(
      `${named} in the scilit.server.path setting is not a program. Correct or clear the setting.`,
    );
  }
  const bundled = join(extensionFolder, 'server', program);
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  const found = [bundled, ...onPath].find(isProgram);
  if (found !== undefined) return found;
  throw new Error(
    `${program} was found neither in the extension nor on the PATH. Install it, or set scilit.server.path to its location.`,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
