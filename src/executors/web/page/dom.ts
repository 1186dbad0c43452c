/** As much of a document as is used here. */
export type DomNode = {
  readonly nodeName: string
  readonly textContent: string | null
  readonly parentNode: DomNode | null
  readonly firstChild: DomNode | null
  readonly nextSibling: DomNode | null
}
export const isElement = (node: DomNode): node is DomElement => 'getAttribute' in node

export type DomElement = DomNode & {
  readonly getAttribute: (name: string) => string | null
  readonly setAttribute: (name: string, value: string) => void
  readonly removeAttribute: (name: string) => void
  readonly querySelector: (selector: string) => DomElement | null
  readonly querySelectorAll: (selector: string) => Iterable<DomElement>
  readonly closest: (selector: string) => DomElement | null
  readonly remove: () => void
}
export type DomDocument = DomElement & { readonly body: DomElement | null; title: string }
