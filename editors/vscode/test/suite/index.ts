// Called by the extension host: runs the tests, and fails if one fails.
import Mocha = require('mocha');

export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, color: false, reporter: 'spec' });
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  require('./extension');
  require('./parts');
  return new Promise((done, fail) => {
    mocha.run((failures) => (failures > 0 ? fail(new Error(`${failures} tests failed`)) : done()));
  });
}
