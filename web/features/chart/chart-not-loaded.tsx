import { useTexts } from '#web/texts/texts.ts'

/** Stands in a chart's place while it did not load; it is asked for again by itself. */
export function ChartNotLoaded() {
  const { t } = useTexts()
  return (
    <div role="status" className="flex h-full flex-col items-center justify-center gutter text-center">
      <p className="text-13 font-semibold text-t1">{t('market.chart_not_loaded')}</p>
      <p className="text-12 text-t2">{t('market.chart_not_loaded_why')}</p>
    </div>
  )
}
