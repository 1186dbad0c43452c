/** Arguments in the order in which a model writes them. */
export type WrittenArguments = readonly (readonly [key: string, value: string])[]

/** One way in which a family's own chat template renders a call with string values. */
export type TagFormat = {
  readonly title: string
  readonly write: (tool: string, values: WrittenArguments) => string
}

type ArgumentWriter = (key: string, value: string) => string
const written = (values: WrittenArguments, write: ArgumentWriter): string =>
  values.map(([key, value]) => write(key, value)).join('')

const lined: ArgumentWriter = (key, value) => `<parameter=${key}>\n${value}\n</parameter>\n`
const inline: ArgumentWriter = (key, value) => `<parameter=${key}>${value}</parameter>\n`
const compact: ArgumentWriter = (key, value) => `<parameter=${key}>${value}</parameter>`
const pairLines: ArgumentWriter = (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`
const pairs: ArgumentWriter = (key, value) => `<arg_key>${key}</arg_key><arg_value>${value}</arg_value>`
const typed: ArgumentWriter = (key, value) => `<arg name="${key}" type="str">${value}</arg>`
const param: ArgumentWriter = (key, value) => `<param name="${key}">${value}</param>`
const asTag: ArgumentWriter = (key, value) => `<${key}>${value}</${key}>\n`
const named: ArgumentWriter = (key, value) => `<parameter name="${key}">${value}</parameter>\n`

/** As XML writers do: the mark that would end the section is spread over two. */
const cdata = (value: string): string => `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** After the templates of llama.cpp and of the models' own repositories, and the parsers of vLLM and SGLang. */
export const TAG_FORMATS: readonly TagFormat[] = [
  {
    title: '<parameter=k> on lines of its own (Qwen3-Coder, Nemotron 3, Step 3.5)',
    write: (tool, values) => `<tool_call>\n<function=${tool}>\n${written(values, lined)}</function>\n</tool_call>`,
  },
  {
    title: 'the same after a server dropped its tokens',
    write: (tool, values) => `<function=${tool}>\n${written(values, lined)}</function>`,
  },
  {
    title: '<parameter=k> in a frame of its own (Seed-OSS)',
    write: (tool, values) =>
      `<seed:tool_call>\n<function=${tool}>\n${written(values, inline)}</function>\n</seed:tool_call>`,
  },
  {
    title: '<parameter=k> inline (MiMo-V2-Flash)',
    write: (tool, values) => `<tool_call>\n<function=${tool}>\n${written(values, inline)}</function>\n</tool_call>`,
  },
  {
    title: '<parameter=k> without any break (MiMo-V2.6)',
    write: (tool, values) => `<tool_call><function=${tool}>${written(values, compact)}</function></tool_call>`,
  },
  {
    title: '<arg_key> and <arg_value> (GLM-4.5)',
    write: (tool, values) => `<tool_call>${tool}\n${written(values, pairLines)}</tool_call>`,
  },
  {
    title: '<arg_key> and <arg_value> without breaks (GLM-4.7)',
    write: (tool, values) => `<tool_call>${tool}${written(values, pairs)}</tool_call>`,
  },
  {
    title: '<parameter name> (MiniMax-M2)',
    write: (tool, values) =>
      `<minimax:tool_call>\n<invoke name="${tool}">\n${written(values, named)}</invoke>\n</minimax:tool_call>`,
  },
  {
    title: '<parameter name> in <function_calls>',
    write: (tool, values) =>
      `<function_calls>\n<invoke name="${tool}">\n${written(values, named)}</invoke>\n</function_calls>`,
  },
  {
    title: '<｜DSML｜parameter> (DeepSeek-V3.2)',
    write: (tool, values) =>
      `<｜DSML｜function_calls>\n<｜DSML｜invoke name="${tool}">\n` +
      written(values, (key, value) => `<｜DSML｜parameter name="${key}" string="true">${value}</｜DSML｜parameter>\n`) +
      '</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  },
  {
    title: '<steptml:parameter> (Step3)',
    write: (tool, values) =>
      `<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="${tool}">` +
      written(values, (key, value) => `<steptml:parameter name="${key}">${value}</steptml:parameter>`) +
      '</steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
  },
  {
    title: '<param name> (MiniCPM)',
    write: (tool, values) => `<function name="${tool}">${written(values, param)}</function>`,
  },
  {
    title: '<param name> with CDATA (MiniCPM)',
    write: (tool, values) =>
      `<function name="${tool}">${written(values, (key, value) => param(key, cdata(value)))}</function>`,
  },
  {
    title: '<arg name type> in <arguments>',
    write: (tool, values) =>
      `<function_call><name>${tool}</name><arguments>${written(values, typed)}</arguments></function_call>`,
  },
  {
    title: "the argument's name as the tag, in <parameters>",
    write: (tool, values) =>
      `<function_calls>\n<invoke>\n<tool_name>${tool}</tool_name>\n<parameters>\n` +
      `${written(values, asTag)}</parameters>\n</invoke>\n</function_calls>`,
  },
  {
    title: "the arguments behind the tool's name",
    write: (tool, values) =>
      `<function_call>\n<tool>${tool}</tool>\n<args>\n${written(values, asTag)}</args>\n</function_call>`,
  },
  {
    title: "the tool's name as the tag (Cline, Roo)",
    write: (tool, values) =>
      `<${tool}>\n` +
      written(values, (key, value) =>
        key === 'content' ? `<${key}>\n${value}\n</${key}>\n` : `<${key}>${value}</${key}>\n`,
      ) +
      `</${tool}>`,
  },
  {
    title: 'JSON in <tool_call> (Hermes, Granite, Qwen)',
    write: (tool, values) =>
      `<tool_call>\n${JSON.stringify({ name: tool, arguments: Object.fromEntries(values) })}\n</tool_call>`,
  },
]
