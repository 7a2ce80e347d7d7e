import { jp as refusals } from '#domain/messages/jp.ts'

/** Every area's texts in one language, and what each refusal says: one lazy chunk. */
export const areas: Record<string, Record<string, string>> = import.meta.glob('../*/jp.ts', {
  eager: true,
  import: 'jp',
})
export { refusals }
