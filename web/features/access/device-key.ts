import { useClient } from '#web/app/client-state.ts'

const KEY_BYTES = 32

/** What this browser is known by where the second factor was given in it: made up once, at random. */
export function deviceKey(): string {
  const known = useClient.getState().deviceKey
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const made = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
  useClient.setState({ deviceKey: made })
  return made
}
