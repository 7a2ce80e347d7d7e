import { locales } from '#domain/language.ts'
import type { ConsoleTexts } from '#texts/console/keys.ts'
import { byFolder, createTranslate, type Texts, type Translate } from '#texts/translate.ts'

/** Every area of the console's texts, by path. The console is in English only. */
const files: Texts = import.meta.glob('../texts/console/*/en.json', { eager: true, import: 'default' })

/** Returns a text of the console. @example t('deposit.panel', { reference: 'D-10001' }) */
export const t = createTranslate(byFolder(files), locales.en) as Translate<ConsoleTexts>
