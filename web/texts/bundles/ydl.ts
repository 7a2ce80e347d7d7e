import { ydl as refusals } from '#domain/messages/ydl.ts'

/** Every area's texts in one language, and what each refusal says: one lazy chunk. */
export const areas: Record<string, Record<string, string>> = import.meta.glob('../*/ydl.ts', {
  eager: true,
  import: 'ydl',
})
export { refusals }
