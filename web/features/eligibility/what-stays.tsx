import { useTexts } from '#web/texts/texts.ts'

/** What becomes of what a customer has in a product that their country has closed. Its words are the area `eligibility_pages`. */
export default function WhatStays() {
  const { t } = useTexts()
  return <p className="pt-1 text-13">{t('eligibility_pages.what_stays')}</p>
}
