import type { Texts } from '#texts/translate.ts'

/** Every text of the app and every refusal in one language, by path, but for those of pages: one lazy chunk. */
export const files: Texts = import.meta.glob(
  ['../../../texts/app/*/jp.json', '!../../../texts/app/*_pages/*.json', '../../../texts/refusals/jp.json'],
  { eager: true, import: 'default' },
)
