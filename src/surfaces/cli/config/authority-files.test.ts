import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { readAuthorityFiles } from './authority-files.ts'
import { readRegularFile } from './read-regular-file.ts'

function workspace(files: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(temporaryFolder().path)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}
const shown = (root: string): unknown =>
  Object.fromEntries(
    readAuthorityFiles(root).map(file => [
      file.path,
      'content' in file ? Buffer.from(file.content).toString() : file.unreadable,
    ]),
  )

describe('the files that say what may happen in a workspace', () => {
  test('are its config, agents, prompts and recipes, and nothing else', () => {
    const files = {
      'countersign.toml': 'a',
      '.control-room/agents/x.json': 'b',
      '.control-room/agents/Y.JSON': 'c',
      '.control-room/prompts/prompts.json': 'd',
      '.control-room/recipes/r.json': 'e',
    }
    expect(
      shown(
        workspace({
          ...files,
          '.control-room/agents/notes.txt': 'x',
          '.control-room/audit/log/1.jsonl': 'x',
          'README.md': 'x',
        }),
      ),
    ).toEqual(files)
  })

  test('an empty folder has none', () => {
    expect(shown(workspace())).toEqual({})
  })

  test('a link is not followed, wherever it leads', () => {
    const root = workspace({ '.control-room/agents/a.json': '{}' })
    symlinkSync('/etc/hostname', join(root, 'countersign.toml'))
    symlinkSync(join(root, '.control-room/agents/a.json'), join(root, '.control-room/agents/b.json'))
    expect(shown(root)).toEqual({
      'countersign.toml': 'it is a symbolic link',
      '.control-room/agents/a.json': '{}',
      '.control-room/agents/b.json': 'it is a symbolic link',
    })
  })

  test('a folder that is a link is not entered', () => {
    const elsewhere = workspace({ 'agents/a.json': '{}', 'prompts/prompts.json': '{}' })
    const root = workspace()
    symlinkSync(elsewhere, join(root, '.control-room'))
    expect(shown(root)).toEqual({
      '.control-room/prompts/prompts.json': 'a parent folder is a symbolic link',
      '.control-room/agents': 'a parent folder is a symbolic link',
    })
  })

  test('a pipe does not make anyone wait', () => {
    const root = workspace()
    execFileSync('mkfifo', [join(root, 'countersign.toml')])
    expect(shown(root)).toEqual({ 'countersign.toml': 'it is not a regular file' })
  })

  test('a folder in place of a file, and a file that is too large, cannot be read', () => {
    const root = workspace({ '.control-room/prompts/prompts.json': 'x'.repeat(1024 * 1024 + 1) })
    mkdirSync(join(root, 'countersign.toml'))
    expect(shown(root)).toEqual({
      'countersign.toml': 'it is not a regular file',
      '.control-room/prompts/prompts.json': 'it is larger than 1048576 bytes',
    })
  })

  test('more files than anyone looks through cannot be trusted', () => {
    const root = workspace(
      Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`.control-room/agents/${index}.json`, ''])),
    )
    expect(shown(root)).toEqual({ '.control-room/agents': 'it holds more than 1000 files' })
  })
})

describe('a regular file', () => {
  test('is read whole, up to the limit', () => {
    const file = join(workspace({ f: 'x'.repeat(200_000) }), 'f')
    expect(readRegularFile(file, { links: 'refuse', maxBytes: 200_000 })).toMatchObject({
      kind: 'content',
      content: { length: 200_000 },
    })
    expect(readRegularFile(file, { links: 'refuse', maxBytes: 199_999 })).toMatchObject({ kind: 'unreadable' })
  })

  test('a device without an end is none', () => {
    expect(readRegularFile('/dev/zero', { links: 'follow', maxBytes: 10 })).toEqual({
      kind: 'unreadable',
      because: 'it is not a regular file',
    })
  })

  test('a link that the person made in his own folder is followed', () => {
    const root = workspace({ f: 'x' })
    symlinkSync(join(root, 'f'), join(root, 'link'))
    expect(readRegularFile(join(root, 'link'), { links: 'follow', maxBytes: 10 })).toMatchObject({ kind: 'content' })
  })
})
