import { useState } from 'react'
import { AppBar } from '#web/app/app-bar.tsx'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { CopySheet } from './copy-sheet.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { YearPdf } from './year-pdf.tsx'

/** A customer's own data: a copy of it, and the end of the account. */
export default function PrivacyPage() {
  const { t } = useTexts()
  const [isCopying, setCopying] = useState(false)
  return (
    <SettingsFrame>
      <AppBar title={t('profile.privacy')} />
      <main className="gutter flex max-w-140 flex-col gap-4 pt-2 pb-10">
        <section aria-labelledby="copy" className="flex flex-col gap-3">
          <h2 id="copy" className="text-17 font-semibold">
            {t('privacy_pages.copy')}
          </h2>
          <p className="text-15 text-t2">{t('privacy_pages.copy_why')}</p>
          <p className="text-13 text-t3">{t('privacy_pages.copy_limit')}</p>
          <Button className="w-full" onClick={() => setCopying(true)}>
            {t('privacy_pages.copy')}
          </Button>
        </section>
        <YearPdf />
        <DeleteAccount />
      </main>
      <CopySheet isOpen={isCopying} onClose={() => setCopying(false)} />
    </SettingsFrame>
  )
}
