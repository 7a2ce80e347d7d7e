import { History } from 'lucide-react'
import { Link } from 'react-router'
import { type IeoProjectView, ieoProjects } from '#domain/ieo/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { Tag } from '#web/ui/badge.tsx'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { SaleBars } from './parts.tsx'

/** The new-coin sales, the newest first. */
export default function ProjectsPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const projects = usePagedList(ieoProjects, {}, { refetchMs: 30_000 })
  return (
    <>
      <AppBar title={t('ieo_pages.title')}>
        {isSignedIn && <IconLink icon={History} label={t('ieo_pages.mine')} to={toPage('pages/ieo/order')} />}
      </AppBar>
      <main className="pb-8">
        <p className="gutter pb-1 text-13 text-t2">{t('ieo_pages.note')}</p>
        <PagedList
          list={projects}
          skeleton={<SkeletonRows count={3} height={148} />}
          empty={<EmptyState title={t('ieo_pages.none')} text={t('ieo_pages.none_why')} />}
          more={t('common.more')}
        >
          {(items) => (
            <ul>
              {items.map((project) => (
                <li key={project.id}>
                  <ProjectRow project={project} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
        <p className="gutter pt-4 text-12 text-t3">{t('ieo_pages.risk')}</p>
      </main>
    </>
  )
}

function ProjectRow({ project }: { project: IeoProjectView }) {
  const { t, locale } = useTexts()
  return (
    <Link
      to={toPage('pages/ieo/subscribe', { id: project.id })}
      className="press block gutter focus-visible:-outline-offset-2"
    >
      <div className="hairline flex flex-col gap-3 py-4">
        <ProjectHead project={project} />
        <p className="figures flex flex-wrap justify-between gap-x-3 text-13">
          <span>
            <span className="text-t2">{t('ieo_pages.price')}</span> {amount(project.price)}{' '}
            {project.payCurrency}
          </span>
          <span className="text-t2">{whenText(project, t, locale)}</span>
        </p>
        <SaleBars project={project} />
      </div>
    </Link>
  )
}

/** The coin, what it is for, and how far its sale is. */
export function ProjectHead({ project, isTitle = false }: { project: IeoProjectView; isTitle?: boolean }) {
  const { t } = useTexts()
  const Name = isTitle ? 'h2' : 'p'
  return (
    <div className="flex items-center gap-3">
      <CoinMark code={project.code} colour={project.colour} size={isTitle ? 48 : 40} />
      <div className="min-w-0 flex-1">
        <Name className={isTitle ? 'text-20 font-semibold' : 'text-15 font-semibold'}>
          {project.name} <span className="font-normal text-t2">{project.code}</span>
        </Name>
        {/* The issuer's own words, in whatever language they are. */}
        <p lang="" className="text-13 text-t2">
          {project.tagline}
        </p>
      </div>
      <span className="shrink-0 self-start pt-1">
        <Tag kind={project.phase === 'open' ? 'gold' : 'plain'}>{t(`ieo_pages.phase_${project.phase}`)}</Tag>
      </span>
    </div>
  )
}

/** The next thing that happens to a sale. */
export function whenText(project: IeoProjectView, t: Translate, locale: string): string {
  const { phase, opensAtMs, endsAtMs, listsAtMs, listedAtMs } = project
  const at = (ms: number) => ({ date: zonedMoment(ms, locale) })
  if (phase === 'announced') return t('ieo_pages.opens_on', at(opensAtMs))
  if (phase === 'open' || phase === 'closed' || phase === 'sold-out')
    return t('ieo_pages.ends_on', at(endsAtMs))
  if (phase === 'listed') return t('ieo_pages.listed_on', at(listedAtMs ?? listsAtMs))
  return phase === 'failed' ? t('ieo_pages.all_back') : t('ieo_pages.lists_on', at(listsAtMs))
}
