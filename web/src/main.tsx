import { render } from 'preact'
import { App } from './app.tsx'
import { ConsoleContext, createConsole } from './state/console.ts'

const root = document.querySelector('#console')
const console = createConsole(window)
void openGate().then(() => undefined)
if (root) {
  render(
    <ConsoleContext.Provider value={console}>
      <App />
    </ConsoleContext.Provider>,
    root,
  )
}

/** Removes the code from the address first, so that no history or screenshot keeps it. */
async function openGate(): Promise<void> {
  const { access, gate } = console
  const code = /^#code=([\w-]+)/.exec(location.hash)?.[1]
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search)
  if (code === undefined) {
    gate.value = access.token() === null ? 'never' : 'open'
    return
  }
  gate.value = (await access.exchange(code)) ? 'open' : access.token() === null ? 'refused' : 'open'
}
