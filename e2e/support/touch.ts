import type { Phone } from './browser.ts'

/** Puts a finger down at a point, draws it so far down, calls back, and lets go. */
export async function drawDown(
  { context, page }: Phone,
  from: { readonly x: number; readonly y: number },
  px: number,
  beforeLettingGo: () => Promise<unknown> = async () => {},
): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const at = (offset: number) => [{ x: from.x, y: from.y + offset }]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(px / 2) })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(px) })
  await beforeLettingGo()
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}
