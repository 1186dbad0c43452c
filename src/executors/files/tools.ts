import type { JsonObject, ToolDefinition } from '../../core/index.ts'

const NEITHER = { needsPlan: false, egress: false, acceptsRef: [] } as const
const READS = { ...NEITHER, idempotent: true, cacheable: true } as const
/** What lies in a folder changes without the folder's own time, so a list or a search is made anew. */
const LOOKS = { ...READS, cacheable: false } as const
const WRITES = { ...NEITHER, idempotent: false, cacheable: false } as const
const SAVED = ['wrote the file', 'saved the file']

const text = (description: string): JsonObject => ({ type: 'string', description })
const number = (description: string): JsonObject => ({ type: 'integer', minimum: 1, description })
const flag = (description: string): JsonObject => ({ type: 'boolean', description })
const hash = (description: string): JsonObject => ({ type: 'string', pattern: '^[0-9a-f]{64}$', description })

const PATH = text('Path from the workspace down, with /, such as notes/plan.md.')
const FOLDER = text('Folder to start in; left out, the whole workspace.')
const GLOB = text('Only paths that match, such as **/*.md.')

const takes = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const FILE_READ: ToolDefinition = {
  name: 'file_read',
  description: 'Reads a text file, or some lines of it. Long files come in pages.',
  input: takes(
    {
      path: PATH,
      start_line: number('First line to show; the first line of the file is 1.'),
      end_line: number('Last line to show.'),
      max_lines: number('How many lines to show at most.'),
    },
    ['path'],
  ),
  risk: 'read',
  capability: 'FileAccess',
  facts: { ...READS, saysItRan: [] },
}

const FILE_LIST: ToolDefinition = {
  name: 'file_list',
  description: 'Lists the files and folders in a folder. Folders end in /.',
  input: takes(
    {
      path: FOLDER,
      depth: number('How many levels down; 1 is the folder itself. With a glob, all levels unless given.'),
      glob: GLOB,
      start_entry: number('First entry to show, for the next page of a long list.'),
    },
    [],
  ),
  risk: 'read',
  capability: 'FileAccess',
  facts: { ...LOOKS, saysItRan: ['browsed'] },
}

const FILE_SEARCH: ToolDefinition = {
  name: 'file_search',
  description: 'Finds lines of text, and names of files, in the workspace.',
  input: takes(
    {
      query: { type: 'string', minLength: 1, maxLength: 500, description: 'The text to find, on one line.' },
      path: text('Folder or file to search; left out, the whole workspace.'),
      glob: GLOB,
      regex: flag('The query is a regular expression.'),
      case_sensitive: flag('Upper and lower case count. By default they do not.'),
      max_results: number('How many results to show at most.'),
    },
    ['query'],
  ),
  risk: 'read',
  capability: 'FileAccess',
  facts: { ...LOOKS, saysItRan: ['searched', 'looked through', 'grepped'] },
}

const FILE_WRITE: ToolDefinition = {
  name: 'file_write',
  description: 'Writes a whole text file. To change a part of a file, use file_edit.',
  input: takes(
    {
      path: PATH,
      content: text('The complete text of the file.'),
      overwrite: flag('Needed to replace a file that exists.'),
    },
    ['path', 'content'],
  ),
  risk: 'write',
  capability: 'FileWrite',
  facts: { ...WRITES, acceptsRef: ['content'], saysItRan: SAVED },
}

const FILE_EDIT: ToolDefinition = {
  name: 'file_edit',
  description: 'Replaces a passage of a text file. The old text must stand in the file exactly once.',
  input: takes(
    {
      path: PATH,
      old_text: { type: 'string', minLength: 1, description: 'The passage to replace, copied exactly from the file.' },
      new_text: text('What to put in its place.'),
      replace_all: flag('Replace every place where the old text stands.'),
    },
    ['path', 'old_text', 'new_text'],
  ),
  risk: 'write',
  capability: 'FileWrite',
  facts: { ...WRITES, saysItRan: ['edited the file', ...SAVED] },
}

/** For the runtime, which fills it in from a receipt; no policy row offers it to a model. */
export const UNDO_TOOL = 'file_undo'

const FILE_UNDO: ToolDefinition = {
  name: UNDO_TOOL,
  description: 'Takes a change of a file back.',
  input: takes(
    {
      path: PATH,
      before: { anyOf: [hash('What the file was before the change.'), { type: 'null' }] },
      after: { anyOf: [hash('What the change made of it.'), { type: 'null' }] },
    },
    ['path', 'before', 'after'],
  ),
  risk: 'write',
  capability: 'FileWrite',
  facts: { ...WRITES, saysItRan: [], hidden: true },
}

export const FILE_TOOLS: readonly ToolDefinition[] = [
  FILE_READ,
  FILE_LIST,
  FILE_SEARCH,
  FILE_WRITE,
  FILE_EDIT,
  FILE_UNDO,
]
