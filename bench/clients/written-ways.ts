// Ways of writing the same call in the text, from families, frameworks and habits that have nothing in common.

const FENCE = '```'
const NAME = 'get_weather'
const ARGS = '{"city": "Zürich", "days": 3}'
const CALL = `{"name": "${NAME}", "arguments": ${ARGS}}`
const quoted = (text: string): string => JSON.stringify(text)
const escaped = (text: string): string => text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What the table says, and what the model says. */
export const WRITTEN_WAYS: Readonly<Record<string, readonly [words: string, content: string]>> = {
  action: ['`Action:` and `Action Input:`', `Thought: I need the weather.\nAction: ${NAME}\nAction Input: ${ARGS}`],
  'action-lines': ['`Action:` and lines of keys', `Action: ${NAME}\nAction Input:\n  city: Zürich\n  days: 3`],
  'action-call': ['`Action:` and a Python call', `Thought: ok.\nAction: ${NAME}(city="Zürich", days=3)\nPAUSE`],
  yaml: ['YAML in a fence', `${FENCE}yaml\nname: ${NAME}\narguments:\n  city: Zürich\n  days: 3\n${FENCE}`],
  'yaml-bare': ['YAML', `tool: ${NAME}\narguments:\n  city: Zürich\n  days: 3`],
  heading: ['a heading and a list', `### Tool call\n\n**Tool:** ${NAME}\n\n**Arguments:**\n- city: Zürich\n- days: 3`],
  'heading-fence': ['the name as a heading, then a fence', `### ${NAME}\n\n${FENCE}json\n${ARGS}\n${FENCE}`],
  attributes: ['a tag with attributes', `<${NAME} city="Zürich" days="3"/>`],
  'own-tags': [
    'a tag for the name and one for each argument',
    `<function_call><tool_name>${NAME}</tool_name><parameters><city>Zürich</city><days>3</days></parameters></function_call>`,
  ],
  'tag-behind': [
    'the arguments in a tag behind the name',
    `<use_tool><tool>${NAME}</tool><input>${ARGS}</input></use_tool>`,
  ],
  cdata: ['CDATA', `<tool_call><![CDATA[${CALL}]]></tool_call>`],
  html: ['everything escaped for HTML', escaped(`<tool_call>${CALL}</tool_call>`)],
  'function-text': ['the function as a JSON text', `{"type": "function", "function": ${quoted(CALL)}}`],
  pairs: [
    'arguments as a list of names and values',
    `{"name": "${NAME}", "arguments": [{"name": "city", "value": "Zürich"}, {"name": "days", "value": 3}]}`,
  ],
  'line-pairs': ['name and pairs on one line', `${NAME} city="Zürich" days=3`],
  options: ['options of a command line', `${NAME} --city "Zürich" --days 3`],
  channel: [
    'a channel addressed to a function',
    `<|channel|>commentary to=functions.${NAME} <|constrain|>json<|message|>${ARGS}<|call|>`,
  ],
  'token-quotes': [
    'tokens instead of quotes',
    `<start_function_call>call:${NAME}{city:<escape>Zürich<escape>,days:3}<end_function_call>`,
  ],
  typographic: [
    'typographic quotes and a comma too many',
    `{“name”: “${NAME}”, “arguments”: {“city”: “Zürich”, “days”: 3,},}`,
  ],
  'long-prose': [
    'after a page of prose',
    `${'The tide comes in twice a day, and nobody minds. '.repeat(60)}\n\n${CALL}`,
  ],
  doubled: ['the same call twice', `${CALL}\n${CALL}`],
  'bold-labels': ['labels in bold', `**Thought:** look\n**Action:** ${NAME}\n**Action Input:** ${ARGS}`],
  'bold-name': ['the name in bold before its brackets', `**${NAME}**(city="Zürich", days=3)`],
  announced: ['code in a sentence that announces it', `I'll call ${NAME}(city='Zürich', days=3) now.`],
  'announced-json': ['a sentence that ends in the arguments', `I will now call ${NAME} with ${ARGS}.`],
  arrows: ['a Ruby hash', `{:name => "${NAME}", :arguments => {:city => "Zürich", :days => 3}}`],
  'in-order': ['arguments as a list of values', `{"name": "${NAME}", "arguments": ["Zürich", 3]}`],
  braces: ['braces doubled as in a template', `<tool_call>\n{${CALL}}\n</tool_call>`],
  'channel-bare': [
    'a channel without its tokens',
    `analysisI need it.assistantcommentary to=functions.${NAME} json${ARGS}`,
  ],
  'json-text': ['the whole reply as a JSON text', quoted(CALL)],
  command: [
    'a command among thoughts',
    `{"thoughts": {"text": "look"}, "command": {"name": "${NAME}", "args": ${ARGS}}}`,
  ],
}

/** Replies that only speak of a call: nothing may be run. */
export const SPOKEN_WAYS: Readonly<Record<string, readonly [words: string, content: string]>> = {
  'spoken-example': [
    'an example in a fence',
    `For example, a call is written like this:\n\n${FENCE}json\n${CALL}\n${FENCE}`,
  ],
  'spoken-yaml': [
    'an example in YAML',
    `A call in YAML looks like this:\n\n${FENCE}yaml\nname: ${NAME}\narguments:\n  city: Zürich\n  days: 3\n${FENCE}`,
  ],
  'spoken-after': ['said to be an example afterwards', `${FENCE}json\n${CALL}\n${FENCE}\n\nThis is only an example.`],
  'spoken-not': ['a call that must not be made', `Please do not run this:\n${FENCE}json\n${CALL}\n${FENCE}`],
  'spoken-question': [
    'a question whether to make it',
    `Do you want me to run this?\n\n${FENCE}json\n${CALL}\n${FENCE}`,
  ],
  'spoken-elsewhere': [
    'a call that somebody else wrote',
    `In the last session the model wrote:\n${FENCE}json\n${CALL}\n${FENCE}`,
  ],
}
