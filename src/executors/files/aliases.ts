type ToolNames = Readonly<Record<string, string>>

/** What models call these tools, and which one is safely meant. */
export const FILE_ALIASES: ToolNames = {
  file_reader: 'file_read',
  read_file: 'file_read',
  read: 'file_read',
  list_files: 'file_list',
  list_dir: 'file_list',
  list_directory: 'file_list',
  search_files: 'file_search',
  write_file: 'file_write',
  edit_file: 'file_edit',
}

const FILE: ToolNames = { file_path: 'path', filename: 'path', file: 'path' }
const FOLDER: ToolNames = { directory: 'path', dir: 'path', folder: 'path' }

/** Only names with one meaning: an `offset` may count from 0 or 1, a `pattern` may be a glob or an expression. */
export const FILE_ARGUMENT_ALIASES: Readonly<Record<string, ToolNames>> = {
  file_read: { ...FILE, line_start: 'start_line', line_end: 'end_line' },
  file_list: { ...FOLDER, max_depth: 'depth' },
  file_search: { ...FOLDER, q: 'query', search_query: 'query', is_regex: 'regex', include: 'glob' },
  file_write: { ...FILE, contents: 'content', text: 'content' },
  file_edit: { ...FILE, old_string: 'old_text', old_str: 'old_text', new_string: 'new_text', new_str: 'new_text' },
}
