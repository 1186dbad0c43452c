import { longPattern } from '../../core/index.ts'

/**
 * A word in lower case, or a mark for what is no word: `<url>`, `<file>`, `<folder>`, `<quote>`, `<code>`, `<flag>`.
 */
export type Token = string

const READ_FROM_START = 2_000
const READ_FROM_END = 1_000

/** Who asks for something says it at the start or at the end; what lies between in a long message is material. */
export function outerParts(text: string): string {
  if (text.length <= READ_FROM_START + READ_FROM_END) return text
  return `${text.slice(0, READ_FROM_START)}\n${text.slice(-READ_FROM_END)}`
}

const MATERIAL_LENGTH = 200

const QUOTED_LINES = /^[ \t]*>[^\n]*$/gm
/** After this colon another person speaks, or the material for a text begins. */
const OTHERS_WORDS = longPattern('i')`
    \b(?:says?|said|reads|states|claims|wrote)[ \t]*:(?=\s)
    |\b(?:translate|summari[sz]e|proofread|paraphrase|rephrase)\b[^:.!?\n]{0,40}:(?=\s)
  `

/** Drops material: what follows a line that ends in a colon, and what somebody else is quoted as saying. */
function dropMaterial(text: string): string {
  const own = text.includes('>') ? text.replace(QUOTED_LINES, '""') : text
  if (!own.includes(':')) return own
  const others = OTHERS_WORDS.exec(own)
  const said = others ? `${own.slice(0, others.index + others[0].length)} ""` : own
  const colon = said.search(/:[ \t]*\r?\n/)
  return colon >= 0 && said.length - colon > MATERIAL_LENGTH ? said.slice(0, colon) : said
}

const EXTENSIONS: readonly string[] = [
  'txt|md|mdx|json|jsonl|ya?ml|toml|ini|cfg|conf|csv|tsv|xlsx?|docx?|pptx?|pdf|rtf|odt|tex|html?|css|scss',
  'm?[jt]sx?|cjs|py|ipynb|rb|go|rs|java|kt|cs?|cpp|hpp|h|php|swift|sql|sh|bash|ps1|bat|log|env|lock|xml|svg',
  'png|jpe?g|gif|webp|mp[34]|wav|zip|tar|gz|tgz|epub|bak|db|tmp|diff|patch',
]
const EXTENSION = EXTENSIONS.join('|')
const DOMAIN = 'com|org|net|edu|gov|io|dev|ai|app|info|co|uk|us|de|fr|es|it|nl|eu|ch|at|ca|au|jp|tv|me|local'
/** Products that look like a file or a site and are none. */
const PRODUCT =
  /^(?:node|next|vue|nuxt|three|d3|react|express|chart|p5|ember|discord|moment|angular)\.js$|^asp\.net$|^socket\.io$/

/** No word, path or address that a person means is longer; bounding them keeps the pass below linear. */
const LONGEST_PIECE = 200
const ENDLESS = new RegExp(String.raw`(\S{${LONGEST_PIECE}})\S+`, 'g')

const DOT_FILE = 'env|gitignore|bashrc|zshrc|npmrc|editorconfig|prettierrc|dockerignore'
const WORD = String.raw`[\p{L}\p{M}\d]+`
/** Tried in this order at every place, in one pass; no branch can match the same text in two ways, so it is linear. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  code: [String.raw`\x60{3}[^]*?(?:\x60{3}|$)`, String.raw`\x60[^\x60\n]*\x60`],
  quote: [
    String.raw`"[^"\n]*"`,
    String.raw`“[^“”\n]*”`,
    String.raw`«[^«»\n]*»`,
    String.raw`(?<![\w’'])'[^'\n]*'(?![\w])`,
  ],
  mail: [String.raw`[\w.+-]{1,64}@[\w.-]{1,255}`],
  url: [
    String.raw`(?:https?:\/\/|www\.)[^\s<>"'“”]+`,
    String.raw`(?<![\w.\/-])(?:[a-z\d-]{1,63}\.){1,4}(?:${DOMAIN})(?![\w-]|\.[\w])(?:[/:?#][^\s<>"'“”]*)?`,
  ],
  file: [
    String.raw`(?:[a-z]:[\\/]|~?[\\/]|\.{1,2}[\\/])?(?:[\w.*@+-]+[\\/])*[\w*@+-][\w.*@+-]*\.(?:${EXTENSION})(?![\w-])`,
    String.raw`(?<![\w.])\.(?:${DOT_FILE})\b`,
  ],
  folder: [
    String.raw`(?<![\w/\\])(?:~?\/|\.{1,2}\/|[a-z]:\\)[\w.@+/\\-]*`,
    String.raw`\b[\w.@+-]+\/(?=$|[\s?!.,])`,
    String.raw`\b(?:src|lib|docs?|test|tests|bin|app|dist|build)\/[\w.@+/-]+`,
  ],
  flag: [String.raw`(?<=\s)--?[a-z][\w-]*`],
  initials: [String.raw`(?<![\p{L}\d])\p{L}\.(?: ?\p{L}\.)+`],
  word: [String.raw`\d+(?:[.,:]\d+)+`, String.raw`${WORD}(?:[’'-]${WORD})*`],
  stop: [String.raw`[.!?;:,\n]`],
}
const PIECE = new RegExp(
  Object.entries(PIECES)
    .map(([name, patterns]) => `(?<${name}>${patterns.join('|')})`)
    .join('|'),
  'giu',
)

const FILE_NAME = new RegExp(String.raw`^[\w./\\~*@+-]*\.(?:${EXTENSION})$`, 'i')

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  const own = dropMaterial(outerParts(text))
  const read = own.length > LONGEST_PIECE ? own.replace(ENDLESS, '$1 ') : own
  for (const { groups = {} } of read.matchAll(PIECE)) pushPiece(tokens, groups)
  return tokens
}

type Groups = { readonly [name: string]: string | undefined }

function pushPiece(
  tokens: Token[],
  { code, quote, mail, url, file, folder, flag, initials, word, stop }: Groups,
): void {
  if (word !== undefined) pushWord(tokens, word)
  else if (stop !== undefined) tokens.push(stop)
  else if (quote !== undefined) tokens.push(FILE_NAME.test(quote.slice(1, -1)) ? '<file>' : '<quote>')
  else if (code !== undefined) tokens.push('<code>')
  else if (mail !== undefined) tokens.push('<mail>')
  else if (flag !== undefined) tokens.push('<flag>')
  else if (initials !== undefined) tokens.push('<initials>')
  else if (folder !== undefined) tokens.push('<folder>')
  else if (PRODUCT.test((url ?? file ?? '').toLowerCase())) tokens.push('<product>')
  else tokens.push(url === undefined ? '<file>' : '<url>')
}

/** How people write in a hurry, and what they mean. */
const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    u: 'you',
    r: 'are',
    ur: 'your',
    ya: 'you',
    pls: 'please',
    plz: 'please',
    thx: 'thanks',
    im: 'i am',
    ive: 'i have',
    id: 'id',
    whats: 'what is',
    wheres: 'where is',
    whos: 'who is',
    hows: 'how is',
    whens: 'when is',
    thats: 'that is',
    lets: 'let us',
    dont: 'do not',
    doesnt: 'does not',
    didnt: 'did not',
    cant: 'can not',
    cannot: 'can not',
    wont: 'will not',
    isnt: 'is not',
    wanna: 'want to',
    gonna: 'going to',
    gotta: 'have to',
    gimme: 'give me',
    lemme: 'let me',
    tmrw: 'tomorrow',
    "can't": 'can not',
    "won't": 'will not',
    "let's": 'let us',
    "y'all": 'you',
    favorite: 'favourite',
    color: 'colour',
    webpage: 'page',
    'to-do': 'todo',
  }).map(([short, long]) => [short, long.split(' ')]),
)
const ENDINGS: readonly (readonly [string, string])[] = [
  ["n't", 'not'],
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'d", 'would'],
]
/** After these an 's is "is"; elsewhere it says whose. */
const IS_AFTER: ReadonlySet<string> = new Set(
  'what who where when how why it that there here he she everything something'.split(' '),
)

function pushWord(tokens: Token[], raw: string): void {
  const word = raw.toLowerCase().replaceAll('’', "'")
  if (!word.includes("'") || SHORT_FORMS.has(word)) pushSpelled(tokens, word)
  else if (word.endsWith("'s")) tokens.push(word.slice(0, -2), ...(IS_AFTER.has(word.slice(0, -2)) ? ['is'] : []))
  else pushUncontracted(tokens, word)
}

function pushSpelled(tokens: Token[], word: string): void {
  const long = SHORT_FORMS.get(word)
  if (long) tokens.push(...long)
  else tokens.push(word)
}

function pushUncontracted(tokens: Token[], word: string): void {
  const ending = ENDINGS.find(([end]) => word.endsWith(end))
  if (ending) tokens.push(word.slice(0, -ending[0].length), ending[1])
  else tokens.push(word)
}
