import { Check } from 'lucide-react'
import { type Language as Code, languageNames, languages, locales } from '#domain/language.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useClient } from '#web/app/client-state.ts'
import { toast } from '#web/app/toast.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { chooseLanguage, useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'

/** The seven languages, each in its own words and read out in its own voice. */
export default function LanguagePage() {
  const { t } = useTexts()
  const chosen = useClient((state) => state.language)

  async function choose(language: Code): Promise<void> {
    try {
      if (await chooseLanguage(language)) useClient.setState({ language })
    } catch {
      toast(t('common.fault_network'))
    }
  }

  return (
    <SettingsFrame>
      <AppBar title={t('settings.language')} />
      <main>
        <ul>
          {languages.map((language) => (
            <li key={language}>
              <button
                type="button"
                lang={locales[language]}
                aria-pressed={language === chosen}
                onClick={() => void choose(language)}
                className="press block w-full gutter text-left focus-visible:-outline-offset-2"
              >
                <span className="hairline flex min-h-14 items-center justify-between">
                  <span className={cx('text-15', language === chosen && 'font-semibold')}>
                    {languageNames[language]}
                  </span>
                  {language === chosen && <Check aria-hidden size={18} />}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </main>
    </SettingsFrame>
  )
}
