import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Block, type Inline, parseMarkdown } from '../text/markdown.ts'
import { visible } from '../text/visible.ts'

/** Renders an answer. Every part becomes its own node; nothing is parsed as HTML. */
export function MarkdownText({ text }: { readonly text: string }): JSX.Element {
  const blocks = useMemo(() => parseMarkdown(visible(text)), [text])
  return (
    <div class="prose" dir="auto">
      {blocks.map(drawBlock)}
    </div>
  )
}

function drawBlock(block: Block, key: number): JSX.Element {
  switch (block.kind) {
    case 'paragraph':
      return <p key={key}>{block.content.map(drawInline)}</p>
    case 'heading':
      return (
        <p key={key} class={`prose-heading prose-heading-${Math.min(block.level, 3)}`} role="heading" aria-level={2}>
          {block.content.map(drawInline)}
        </p>
      )
    case 'code':
      return (
        <pre key={key} tabIndex={0} role="group" aria-label={block.language || 'code'}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return <blockquote key={key}>{block.blocks.map(drawBlock)}</blockquote>
    case 'list':
      return block.ordered ? (
        <ol key={key} start={block.start}>
          {block.items.map(drawItem)}
        </ol>
      ) : (
        <ul key={key}>{block.items.map(drawItem)}</ul>
      )
    case 'rule':
      return <hr key={key} />
  }
}

const drawItem = (blocks: readonly Block[], key: number): JSX.Element => {
  const [first, ...rest] = blocks
  return (
    <li key={key}>
      {first?.kind === 'paragraph' ? first.content.map(drawInline) : first && drawBlock(first, 0)}
      {rest.map(drawBlock)}
    </li>
  )
}

function drawInline(part: Inline, key: number): JSX.Element | string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code key={key}>{part.text}</code>
    case 'strong':
      return <strong key={key}>{part.content.map(drawInline)}</strong>
    case 'em':
      return <em key={key}>{part.content.map(drawInline)}</em>
    case 'break':
      return <br key={key} />
    case 'link':
      return (
        <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow" title={part.href}>
          {part.text}
          {part.text.includes(part.host) ? '' : ` (${part.host})`}
        </a>
      )
  }
}
