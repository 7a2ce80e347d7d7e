import type { VerificationView } from '#domain/verification/contract.ts'
import { type Item, type Picture, pictures, type VerificationTier } from '#domain/verification/rules.ts'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import type { Translate } from '#web/texts/texts.ts'

/** The page of a level's form. */
export const formPage = (tier: VerificationTier): PageRoute =>
  tier === 'basic' ? 'pages/setting/real' : 'pages/setting/real_mark'

/** What a photo shows: of a passport the data page and the last one. */
export const photoWords = (picture: Picture, idType: string | undefined, t: Translate): string =>
  idType === 'passport' && picture !== 'hand'
    ? t(`verification_pages.photo_${picture}_passport`)
    : t(`verification_pages.photo_${picture}`)

/** What a form calls an item of it. */
export function itemWords(
  item: Item,
  { tier, idType }: Pick<VerificationView, 'tier' | 'idType'>,
  t: Translate,
): string {
  const picture = pictures.find((one) => one === item)
  if (picture) return photoWords(picture, idType ?? undefined, t)
  if (item === 'name') return t(`verification_pages.name_${tier === 'basic' ? 'whole' : 'both'}`)
  return {
    birthday: t('verification_pages.birthday'),
    number: t('verification_pages.id_number'),
    country: t('verification_pages.country'),
    address: t('verification_pages.address'),
  }[item as Exclude<Item, Picture | 'name'>]
}

/** Where the first missing contact is added: its sheet, open. */
export const contactPage = (needs: VerificationView['needs']): string =>
  toPage('pages/setting/security', { bind: needs.find((need) => need !== 'basic') })
