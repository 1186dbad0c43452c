import type { TextIndex } from '../core/index.ts'
import type { DatabaseConnection } from './connection.ts'
import { keyBytes, keyText } from './keys.ts'
import { openDatabase } from './open-database.ts'
import type { Scrubs } from './sqlite-store.ts'
import { wholeLimit } from './whole-limit.ts'
import { queryWords, searchedWords } from './words.ts'

export type SqliteTextIndexOptions = {
  readonly path: string
  /** How long to wait for a lock that another process holds; 30 s unless told. */
  readonly giveUpMs?: number
  /** The words of a text that is removed are overwritten, at some cost for every change. */
  readonly erases?: boolean
}

/** Not flushed at every change: an index can be made again from what it indexes. */
export const openSqliteTextIndex = ({
  path,
  giveUpMs,
  erases = false,
}: SqliteTextIndexOptions): Promise<TextIndex & Scrubs> =>
  openDatabase({ path, durability: 'NORMAL', giveUpMs, erases }, connection => {
    if (erases) eraseRemoved(connection)
    return prepareTexts(connection)
  })

/** Without this the words of a removed text stay in the index until parts are merged. Older leftovers go at once. */
function eraseRemoved({ prepare, now }: DatabaseConnection): void {
  const known = prepare("SELECT v FROM text_words_config WHERE k = 'secure-delete'")
  if (now(() => known.get()?.['v']) === 1) return
  now(() => prepare("INSERT INTO text_words (text_words, rank) VALUES ('secure-delete', 1)").run())
  now(() => prepare("INSERT INTO text_words (text_words) VALUES ('optimize')").run())
}

function prepareTexts({ prepare, read, write, scrub, close }: DatabaseConnection): TextIndex & Scrubs {
  const find = prepare('SELECT id FROM texts WHERE name = ?')
  const insertName = prepare('INSERT INTO texts (name) VALUES (?) RETURNING id')
  const removeName = prepare('DELETE FROM texts WHERE id = ?')
  const insertWords = prepare('INSERT INTO text_words (rowid, words) VALUES (?, ?)')
  const removeWords = prepare('DELETE FROM text_words WHERE rowid = ?')
  const match = prepare(
    `SELECT name, -bm25(text_words) AS score FROM text_words JOIN texts ON texts.id = text_words.rowid
     WHERE text_words MATCH ? ORDER BY score DESC, name LIMIT +?`,
  )
  function removeText(name: Uint8Array): void {
    const id = find.get(name)?.['id']
    if (id === undefined) return
    removeWords.run(id)
    removeName.run(id)
  }
  return {
    async put(id, text, fields) {
      const [name, words] = [keyBytes(id), searchedWords(text, fields).join(' ')]
      await write(() => {
        removeText(name)
        insertWords.run(Number(insertName.get(name)?.['id']), words)
      })
    },
    async remove(id) {
      const name = keyBytes(id)
      await write(() => removeText(name))
    },
    async search(query, limit) {
      // Words are letters and digits only, each in quotes, so nothing in a query can be an operator.
      const expression = queryWords(query)
        .map(word => `"${word}"`)
        .join(' OR ')
      if (expression === '') return []
      const rows = await read(() => match.all(expression, wholeLimit(limit)))
      return rows.map(({ name, score }) => ({ id: keyText(name), score: Number(score) }))
    },
    scrub,
    close: async () => close(),
  }
}
