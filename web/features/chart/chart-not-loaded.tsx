import { useTexts } from '#web/texts/texts.ts'

/** Stands in a chart's place while it did not load, and is asked for again by itself; or where there are no bars. */
export function ChartNotLoaded({ isEmpty }: { isEmpty?: boolean }) {
  const { t } = useTexts()
  return (
    <div role="status" className="flex h-full flex-col items-center justify-center gutter text-center">
      <p className="text-13 font-semibold text-t1">
        {t(isEmpty ? 'market.unpriced_title' : 'market.chart_not_loaded')}
      </p>
      {!isEmpty && <p className="text-12 text-t2">{t('market.chart_not_loaded_why')}</p>}
    </div>
  )
}
