import { xp as refusals } from '#domain/messages/xp.ts'

/** Every area's texts in one language, and what each refusal says: one lazy chunk. */
export const areas: Record<string, Record<string, string>> = import.meta.glob('../*/xp.ts', {
  eager: true,
  import: 'xp',
})
export { refusals }
