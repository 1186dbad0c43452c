/** `filePath`, `file-path` and `file_path` are the same two words. */
export const keyWords = (key: string): readonly string[] =>
  key
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(word => word !== '')
