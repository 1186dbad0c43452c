import { Fragment, type JSX } from 'preact'

/** A name such as `system_execute` or `SystemExecute` may be broken between its words, and nowhere else if that is enough. */
export function Breakable({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/(?<=_)|(?<=[a-z])(?=[A-Z])/)
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  )
}
