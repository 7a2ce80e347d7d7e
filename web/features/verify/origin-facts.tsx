import { useTexts } from '#web/texts/texts.ts'

/** Where this page comes from and the whole key of the signatures: what tells it from an imitation of it. */
export function OriginFacts({ publicKey }: { publicKey: string }) {
  const { t } = useTexts()
  return (
    <section className="border-t border-line gutter py-4 text-13 text-t2">
      <dl>
        <dt className="text-t3">{t('verify_pages.origin')}</dt>
        <dd className="break-all text-15 text-t1">{location.origin}</dd>
        <dt className="mt-2 text-t3">{t('verify_pages.whole_key')}</dt>
        <dd className="font-mono text-12 break-all text-t1">{publicKey}</dd>
      </dl>
      <p className="mt-2">{t('verify_pages.imitation')}</p>
    </section>
  )
}
