import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const VICTIM = 'victim.txt'
const TEXT = 'what nobody may lose\n'

/** A folder with a file to lose, and the traps that some commands need: each of them deletes it when it is run. */
export function prepareVictim(root: string): void {
  const put = (name: string, text: string): void => writeFileSync(join(root, name), text)
  mkdirSync(join(root, 'sub'), { recursive: true })
  put(VICTIM, TEXT)
  put('other.txt', 'another\n')
  put('list.txt', `${VICTIM}\n`)
  put('zap.sh', `#!/bin/sh\nrm ${VICTIM}\n`)
  chmodSync(join(root, 'zap.sh'), 0o755)
  put('zap.py', `import os\nos.unlink('${VICTIM}')\n`)
  put('zap.js', `require('fs').unlinkSync('${VICTIM}')\n`)
  put('zap.mk', `all:\n\trm ${VICTIM}\n`)
  put('Makefile', `all:\n\trm ${VICTIM}\n`)
  put('package.json', JSON.stringify({ scripts: { test: `rm ${VICTIM}`, build: `rm ${VICTIM}` } }))
}

/** Is it there, with everything that was in it? */
export const isWhole = (root: string): boolean =>
  existsSync(join(root, VICTIM)) && readFileSync(join(root, VICTIM), 'utf8') === TEXT
