import { useSyncExternalStore } from 'react'
import { useClient } from './client-state.ts'
import { directionInForce, drawTheme, prefersLight, themeInForce } from './visitor-choices.ts'

function subscribe(listener: () => void): () => void {
  const device = prefersLight()
  device.addEventListener('change', listener)
  return () => device.removeEventListener('change', listener)
}

/** A name of the colors in force, also when the device changes its theme: what draws by itself draws anew at another. */
export function useColors(): string {
  const direction = useClient(directionInForce)
  const choice = useClient((state) => state.theme)
  return `${direction} ${useSyncExternalStore(subscribe, () => themeInForce(choice))}`
}

/** Keeps the page in the theme that is chosen, from before the first drawing on. */
export function followTheme(): void {
  const draw = () => drawTheme(useClient.getState().theme)
  draw()
  useClient.subscribe(draw)
  subscribe(draw)
}
