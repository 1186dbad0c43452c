import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const CHECK = '#!/bin/sh\necho checked "$@"\n'

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Sample\n\n  spaces  \n',
  'package.json': JSON.stringify({
    name: 'sample',
    version: '1.0.0',
    scripts: { test: 'node --test tests', build: 'mkdir -p dist && node src/app.js > dist/out.txt', lint: 'true' },
    dependencies: { express: '^4.0.0' },
  }),
  'src/app.js': "const { sum } = require('./lib.js')\nconsole.log(sum(1, 2))\n",
  'src/lib.js': 'exports.sum = (a, b) => a + b\n',
  'src/old.js': '// nothing yet\n',
  'tests/app.test.js':
    "const { test } = require('node:test')\nconst { sum } = require('../src/lib.js')\ntest('sum', () => { if (sum(1, 2) !== 3) throw new Error() })\n",
  'tests/test_sum.py': 'def test_sum():\n    assert 1 + 2 == 3\n',
  'scripts/report.py': 'import sys\nprint("report", sys.argv[1:])\n',
  'scripts/check.sh': CHECK,
  'data/users.csv': 'id,name,age\n1,Ann,34\n2,Bob,27\n',
  'data/people.json': '[{"name":"Ann","age":34},{"name":"Bob","age":27}]',
  'data/words.txt': 'alpha\nbeta\ngamma\n',
  'logs/app.log': 'INFO start\nERROR one thing\nINFO end\n',
  Makefile: 'all build:\n\techo built\ntest:\n\techo tested\n',
  'Cargo.toml': '[package]\nname = "sample"\nversion = "1.0.0"\nedition = "2021"\n',
  'src/main.rs': 'fn main() {}\n',
}

/** A small project with a history of two commits and one change that is not committed. */
export function prepareProject(root: string): void {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  chmodSync(join(root, 'scripts/check.sh'), 0o755)
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-C', root, ...words], { stdio: 'ignore' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'A Person')
  git('config', 'user.email', 'person@example.org')
  writeFileSync(join(root, '.gitignore'), '.control-room/\ndist/\n')
  git('add', '-A')
  git('commit', '-qm', 'First')
  writeFileSync(join(root, 'src/lib.js'), 'exports.sum = (a, b) => a + b // checked\n')
  git('commit', '-qam', 'Second')
  writeFileSync(join(root, 'src/app.js'), "const { sum } = require('./lib.js')\nconsole.log(sum(1, 3))\n")
}
