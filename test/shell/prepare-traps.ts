import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VICTIM, prepareVictim } from './prepare-victim.ts'

const ZAP = `#!/bin/sh\nrm ${VICTIM}\n`

const FILES: Readonly<Record<string, string>> = {
  'twenty.txt': Array.from({ length: 20 }, (_, index) => `${index}\n`).join(''),
  'inner/victim.txt': 'another of the same name\n',
  'inner/deep/victim.txt': 'and one more\n',
  'a.c': 'int main(void) { return 0; }\n',
  'zap.awk': `BEGIN { printf "" > "${VICTIM}" }\n`,
  'zap.sed': `w ${VICTIM}\n`,
  'zap.pl': `unlink '${VICTIM}';\n1;\n`,
  'Zap.pm': `package Zap; unlink '${VICTIM}'; 1;\n`,
  'zap.tcl': `file delete ${VICTIM}\n`,
  'zap.sql': `.output ${VICTIM}\nselect 1;\n`,
  'zap.gdb': `shell rm ${VICTIM}\n`,
  'zap.vim': `call delete("${VICTIM}")\nqa!\n`,
  'zap.ed': 'w victim.txt\nq\n',
  'zap.mjs': `import { rmSync } from 'node:fs'\nrmSync('${VICTIM}')\n`,
  'zap.cmake': `file(REMOVE "${VICTIM}")\n`,
  'zap.ninja': `rule r\n  command = rm ${VICTIM}\nbuild gone: r\n`,
  'zap.rc': '--pre=./zap.sh\n',
  'zap.patch': `--- a/${VICTIM}\n+++ b/${VICTIM}\n@@ -1 +1 @@\n-what nobody may lose\n+lost\n`,
  'conftest.py': `import os\nos.unlink('${VICTIM}')\n`,
  'sitecustomize.py': `import os\nif os.path.exists('${VICTIM}'): os.unlink('${VICTIM}')\n`,
  'test_zap.py': `import os, unittest\nclass Zap(unittest.TestCase):\n    def test_zap(self): os.unlink('${VICTIM}')\n`,
  'zap.test.js': `require('node:test')('zap', () => require('fs').unlinkSync('${VICTIM}'))\n`,
  'Zap.java': `public class Zap { public static void main(String[] a) { new java.io.File("${VICTIM}").delete(); } }\n`,
  'zap.rs': `fn main() { std::fs::remove_file("${VICTIM}").unwrap(); }\n`,
  'Cargo.toml':
    '[package]\nname = "zap"\nversion = "1.0.0"\nedition = "2021"\nbuild = "build.rs"\n[[bin]]\nname = "zap"\npath = "zap.rs"\n',
  'build.rs': `fn main() { let _ = std::fs::remove_file("${VICTIM}"); }\n`,
  'CMakeLists.txt': `cmake_minimum_required(VERSION 3.10)\nproject(zap NONE)\nfile(REMOVE "\${CMAKE_SOURCE_DIR}/${VICTIM}")\n`,
  'names.txt': `./${VICTIM}\n`,
  '-delete': '',
  '-ovictim.txt': '',
  '--output=victim.txt': '',
}

/** Programs of the names that everybody uses, in a folder that a path may name first. */
const SHADOWS: readonly string[] = ['ls', 'cat', 'git', 'node', 'grep', 'cc', 'python3']

const git = (root: string, ...words: readonly string[]): void =>
  void execFileSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
    stdio: 'ignore',
  })

/** Archives in which the file lies, once as itself and once one folder further up. */
function packArchives(root: string): void {
  const inside = { cwd: join(root, 'inner'), stdio: 'ignore' } as const
  execFileSync('tar', ['-cf', '../pack.tar', VICTIM], inside)
  execFileSync('tar', ['-Pcf', '../up.tar', '--transform', 's,^,../,', VICTIM], inside)
  execFileSync('python3', ['-m', 'zipfile', '-c', '../pack.zip', VICTIM], inside)
  execFileSync('ar', ['rc', '../pack.a', VICTIM], inside)
}

/**
 * The folder with a file to lose, and around it all that such commands find at hand: a repository in which the file once said something else, archives,
 * a second name of the file, files whose names are options, and programs that delete it when they are run.
 */
export function prepareTraps(root: string): void {
  prepareVictim(root)
  for (const folder of ['inner/deep', 'shadow']) mkdirSync(join(root, folder), { recursive: true })
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text)
  for (const name of SHADOWS) writeFileSync(join(root, 'shadow', name), ZAP, { mode: 0o755 })
  writeFileSync(join(root, 'git-zap'), ZAP)
  chmodSync(join(root, 'git-zap'), 0o755)
  packArchives(root)
  if (!existsSync(join(root, '.git'))) recordAnotherText(root)
  symlinkSync(VICTIM, join(root, 'soft.txt'))
  symlinkSync('.', join(root, 'here'))
}

/** The last commit has other words in the file than the folder has now, and the branch `before` has none. */
function recordAnotherText(root: string): void {
  writeFileSync(join(root, '.gitignore'), '.control-room/\n*.class\ntarget/\n')
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'add', '.gitignore', 'other.txt', 'zap.sh')
  git(root, 'commit', '-qm', 'Before')
  git(root, 'branch', 'before')
  writeFileSync(join(root, VICTIM), 'older words\n')
  git(root, 'add', VICTIM)
  git(root, 'commit', '-qm', 'Then')
  prepareVictim(root)
}
