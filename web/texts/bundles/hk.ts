import { hk as refusals } from '#domain/messages/hk.ts'

/** Every area's texts in one language, and what each refusal says: one lazy chunk. */
export const areas: Record<string, Record<string, string>> = import.meta.glob('../*/hk.ts', {
  eager: true,
  import: 'hk',
})
export { refusals }
