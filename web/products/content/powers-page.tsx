import { listedPowers, operatorPowers } from '#domain/content/powers.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { SettingsFrame } from '#web/features/settings/settings-frame.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** All that operators of the platform can do and see, as the server publishes it from the calls of their console. */
export default function PowersPage() {
  const { t } = useTexts()
  const call = useApiQuery(operatorPowers, {})
  const powers = call.data && listedPowers(call.data.powers)
  return (
    <SettingsFrame>
      <AppBar title={t('content_pages.title')} />
      <main className="pb-10">
        <p className="gutter pt-2 text-17 font-semibold">{t('content_pages.lead')}</p>
        <p className="gutter pt-2 text-13 text-t2">{t('content_pages.made_of')}</p>
        <p className="gutter pt-2 text-13 text-t2">{t('content_pages.price_sources')}</p>
        <div className="pt-4">
          <ListRow
            title={t('content_pages.months')}
            note={t('content_pages.months_why')}
            to={toPage('pages/verify/outcomes')}
          />
        </div>
        {powers ? (
          <>
            <Powers title={t('content_pages.changes')} powers={powers.filter(({ changes }) => changes)} />
            <Powers title={t('content_pages.sees')} powers={powers.filter(({ changes }) => !changes)} />
          </>
        ) : call.error ? (
          <ErrorState error={call.error} onRetry={() => void call.refetch()} />
        ) : (
          <SkeletonRows count={8} height={60} />
        )}
      </main>
    </SettingsFrame>
  )
}

type Listed = ReturnType<typeof listedPowers>[number]

function Powers({ title, powers }: { title: string; powers: readonly Listed[] }) {
  const { t } = useTexts()
  return (
    <section>
      <h2 className="gutter pt-8 pb-1 text-12 font-normal text-t3">{title}</h2>
      <ul>
        {powers.map((power) => (
          <li key={power.path} className="gutter">
            <div className="hairline min-h-15 py-2.5">
              <PowerText power={power} />
              <p className="pt-0.5 text-12 text-t3">
                {[
                  ...power.roles.map((role) => t(`content_pages.role_${role}`)),
                  ...(power.isFileToo ? [t('content_pages.as_file')] : []),
                ].join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a power is, in the language in use; in the server's English where the app has no words for it yet. */
function PowerText({ power: { name, summary } }: { power: Listed }) {
  const { t } = useTexts()
  const key = `content_pages.power_${name}` as const
  const text: string = (t as (key: string) => string)(key)
  return text === key ? (
    <p lang="en" className="text-15">
      {summary}
    </p>
  ) : (
    <p className="text-15">{text}</p>
  )
}
