import type { JsonObject } from '../src/core/index.ts'

export type PlannedCall = { readonly name: string; readonly args: JsonObject }

/** A format as a model's own template writes it, and whether that template writes several calls in one reply. */
export type CallFormat = {
  readonly title: string
  readonly several: boolean
  readonly write: (calls: readonly PlannedCall[]) => string
}

const json = (value: unknown): string => JSON.stringify(value)
const texts = ({ args }: PlannedCall): readonly (readonly [string, string])[] =>
  Object.entries(args).map(([key, value]) => [key, typeof value === 'string' ? value : json(value)])
const keyed = (call: PlannedCall, argumentsKey: string): string => json({ name: call.name, [argumentsKey]: call.args })
const keywords = ({ name, args }: PlannedCall): string =>
  `${name}(${Object.entries(args)
    .map(([key, value]) => `${key}=${json(value)}`)
    .join(', ')})`
const each =
  (write: (call: PlannedCall) => string, between = '\n'): CallFormat['write'] =>
  calls =>
    calls.map(write).join(between)
const invoke =
  (prefix = '', end = '') =>
  (call: PlannedCall): string =>
    [
      `<${prefix}invoke name="${call.name}">`,
      ...texts(call).map(([key, text]) => `<${prefix}parameter name="${key}">${text}</${prefix}parameter>`),
      `</${prefix}invoke>${end}`,
    ].join('\n')
const FENCE = '```'

export const CALL_FORMATS: readonly CallFormat[] = [
  {
    title: 'tool_call tags around JSON',
    several: true,
    write: each(call => `<tool_call>\n${keyed(call, 'arguments')}\n</tool_call>`),
  },
  {
    title: 'function tags in tool_call tags',
    several: true,
    write: each(
      call =>
        `<tool_call>\n<function=${call.name}>\n${texts(call)
          .map(([key, text]) => `<parameter=${key}>\n${text}\n</parameter>\n`)
          .join('')}</function>\n</tool_call>`,
    ),
  },
  {
    title: 'keys and values in tool_call tags',
    several: true,
    write: each(
      call =>
        `<tool_call>${call.name}\n${texts(call)
          .map(([key, text]) => `<arg_key>${key}</arg_key>\n<arg_value>${text}</arg_value>\n`)
          .join('')}</tool_call>`,
    ),
  },
  {
    title: 'invoke tags in one frame',
    several: true,
    write: calls => `<function_calls>\n${calls.map(invoke()).join('\n')}\n</function_calls>`,
  },
  {
    title: 'invoke tags in one frame with a prefix',
    several: true,
    write: calls => `<minimax:tool_call>\n${calls.map(invoke()).join('\n')}\n</minimax:tool_call>`,
  },
  {
    title: 'invoke tags in tokens, one pair a call',
    several: true,
    write: calls =>
      `<｜tool_calls_begin｜>\n${calls
        .map(call => `<｜tool_call_begin｜>function<｜tool_sep｜>${invoke('steptml:')(call)}<｜tool_call_end｜>`)
        .join('\n')}\n<｜tool_calls_end｜>`,
  },
  {
    title: 'seed tags',
    several: true,
    write: each(
      call =>
        `<seed:tool_call>\n<function=${call.name}>\n${texts(call)
          .map(([key, text]) => `<parameter=${key}>${text}</parameter>\n`)
          .join('')}</function>\n</seed:tool_call>`,
    ),
  },
  {
    title: 'a list behind one token',
    several: true,
    write: calls => `[TOOL_CALLS][${calls.map(call => keyed(call, 'arguments')).join(', ')}]`,
  },
  {
    title: 'a token before each name',
    several: true,
    write: each(({ name, args }) => `[TOOL_CALLS]${name}[ARGS]${json(args)}`, ''),
  },
  {
    title: 'a token before each name, without the second token',
    several: true,
    write: each(({ name, args }) => `[TOOL_CALLS]${name}${json(args)}`, ''),
  },
  {
    title: 'names and objects, all tokens dropped',
    several: true,
    write: each(({ name, args }) => `${name}${json(args)}`, ''),
  },
  {
    title: 'names and objects line by line, all tokens dropped',
    several: true,
    write: each(({ name, args }) => `${name}\n${json(args)}`),
  },
  {
    title: 'tokens with a fence for the arguments',
    several: true,
    write: calls =>
      `<｜tool▁calls▁begin｜>${calls
        .map(
          ({ name, args }) =>
            `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n${FENCE}json\n${json(args)}\n${FENCE}<｜tool▁call▁end｜>`,
        )
        .join('\n')}<｜tool▁calls▁end｜>`,
  },
  {
    title: 'tokens with bare arguments',
    several: true,
    write: calls =>
      `<｜tool▁calls▁begin｜>${calls
        .map(({ name, args }) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${json(args)}<｜tool▁call▁end｜>`)
        .join('')}<｜tool▁calls▁end｜>`,
  },
  {
    title: 'a section of tokens with counted names',
    several: true,
    write: calls =>
      `<|tool_calls_section_begin|>${calls
        .map(
          ({ name, args }, at) =>
            `<|tool_call_begin|>functions.${name}:${at}<|tool_call_argument_begin|>${json(args)}<|tool_call_end|>`,
        )
        .join('')}<|tool_calls_section_end|>`,
  },
  {
    title: 'channels',
    several: true,
    write: each(
      ({ name, args }) =>
        `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json(args)}<|call|>`,
      '<|start|>assistant',
    ),
  },
  {
    title: 'channels with the recipient at the role',
    several: true,
    write: calls =>
      calls
        .map(
          ({ name, args }, at) =>
            `${at === 0 ? '' : '<|start|>assistant'} to=functions.${name}<|channel|>commentary json<|message|>${json(args)}<|call|>`,
        )
        .join(''),
  },
  {
    title: 'recipients',
    several: true,
    write: each(({ name, args }) => `>>>${name}\n${json(args)}`),
  },
  {
    title: 'a frame around a list',
    several: true,
    write: calls => `<tool_calls>[\n${calls.map(call => keyed(call, 'arguments')).join(',\n')}\n]</tool_calls>`,
  },
  {
    title: 'a bare list',
    several: true,
    write: calls => `[${calls.map(call => keyed(call, 'arguments')).join(', ')}]`,
  },
  {
    title: 'functools',
    several: true,
    write: calls => `functools[${calls.map(call => keyed(call, 'arguments')).join(', ')}]`,
  },
  {
    title: 'an action with a fenced list',
    several: true,
    write: calls =>
      `Action: ${FENCE}json\n[${calls.map(({ name, args }) => json({ tool_name: name, parameters: args })).join(',\n')}]\n${FENCE}`,
  },
  {
    title: 'action tokens around a list',
    several: true,
    write: calls =>
      `<|START_ACTION|>[${calls
        .map(({ name, args }, at) => json({ tool_call_id: String(at), tool_name: name, parameters: args }))
        .join(',\n')}]<|END_ACTION|>`,
  },
  {
    title: 'tool tokens around a list of names as keys',
    several: true,
    write: calls =>
      `<|tools_prefix|>[${calls.map(({ name, args }) => json({ [name]: args })).join(', ')}]<|tools_suffix|>`,
  },
  {
    title: 'Python in a list',
    several: true,
    write: calls => `[${calls.map(keywords).join(', ')}]`,
  },
  {
    title: 'Python in a list between tokens',
    several: true,
    write: calls => `<|tool_call_start|>[${calls.map(keywords).join(', ')}]<|tool_call_end|>`,
  },
  {
    title: 'Python in a fence, line by line',
    several: true,
    write: calls => `${FENCE}tool_code\n${calls.map(keywords).join('\n')}\n${FENCE}`,
  },
  {
    title: 'calls under one key',
    several: true,
    write: calls => `{"tool_calls": [${calls.map(call => keyed(call, 'arguments')).join(', ')}]}`,
  },
  {
    title: 'a python token before bare objects',
    several: false,
    write: calls => `<|python_tag|>${calls.map(call => keyed(call, 'parameters')).join('; ')}`,
  },
  {
    title: 'bare objects',
    several: false,
    write: each(call => keyed(call, 'parameters')),
  },
  {
    title: 'our own envelope',
    several: false,
    write: each(({ name, args }) => json({ type: 'tool_call', name, args })),
  },
  {
    title: 'a fence for each object',
    several: false,
    write: each(call => `${FENCE}json\n${keyed(call, 'arguments')}\n${FENCE}`),
  },
  {
    title: 'the tool as the tag',
    several: false,
    write: each(
      call =>
        `<${call.name}>\n${texts(call)
          .map(([key, text]) => `<${key}>${text}</${key}>\n`)
          .join('')}</${call.name}>`,
    ),
  },
]
