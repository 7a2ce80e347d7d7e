import type { Picture, VerificationTier } from '#domain/verification/rules.ts'
import type { PageRoute } from '#web/app/page-list.ts'
import type { Translate } from '#web/texts/texts.ts'

/** The page of a level's form. */
export const formPage = (tier: VerificationTier): PageRoute =>
  tier === 'basic' ? 'pages/setting/real' : 'pages/setting/real_mark'

/** What a photo shows: of a passport the data page and the last one. */
export const photoWords = (picture: Picture, idType: string | undefined, t: Translate): string =>
  idType === 'passport' && picture !== 'hand'
    ? t(`verification_pages.photo_${picture}_passport`)
    : t(`verification_pages.photo_${picture}`)
