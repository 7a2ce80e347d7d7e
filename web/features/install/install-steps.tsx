import { useTexts } from '#web/texts/texts.ts'

const steps = [1, 2, 3] as const

/** How it is done by hand where a page cannot ask for it. */
export function InstallSteps() {
  const { t } = useTexts()
  return (
    <ol className="grid list-decimal gap-1.5 py-2 pl-5 text-15 marker:text-t3">
      {steps.map((step) => (
        <li key={step}>{t(`app_pages.install_ios_${step}`)}</li>
      ))}
    </ol>
  )
}
