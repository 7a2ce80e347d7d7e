import { LogOut } from 'lucide-react'
import { Link, Navigate, Route, Routes, useLocation } from 'react-router'
import { consoleLogout, consoleOverview } from '#domain/console/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { timeUtc } from '../format.ts'
import { t } from '../texts.ts'
import { http } from './api.ts'
import { pagesFor } from './pages.ts'
import { useProducts } from './products.ts'
import { endSession, useSession } from './session.ts'

const OVERVIEW_EVERY_MS = 10_000

/** The pages at the left, the chosen one beside them. */
export function Shell() {
  const pages = useMyPages()
  return (
    <div className="flex h-dvh min-w-[1024px] overflow-hidden">
      <Nav />
      <Routes>
        {pages.map(({ path, component: Component }) => (
          <Route key={path} path={path} element={<Component />} />
        ))}
        <Route path="*" element={<Navigate to={pages[0]?.path ?? '/health'} replace />} />
      </Routes>
    </div>
  )
}

function useMyPages() {
  const roles = useSession((session) => session.operator?.roles)
  return pagesFor(useProducts(), roles ?? [])
}

function Nav() {
  const { pathname } = useLocation()
  const pages = useMyPages()
  const overview = useApiQuery(consoleOverview, {}, { refetchMs: OVERVIEW_EVERY_MS })
  return (
    <nav aria-label={t('shell.pages')} className="flex w-48 shrink-0 flex-col border-r border-line px-2 pb-3">
      <p className="flex h-14 items-center gap-2 px-2 text-15 font-semibold">
        <Bob size={20} />
        {t('shell.name')}
        <span className="rounded-4 bg-s2 px-1.5 py-0.5 text-11 font-normal text-t2">
          {t('shell.console')}
        </span>
      </p>
      <ul className="flex flex-1 flex-col gap-0.5">
        {pages.map(({ path, name, icon: Icon }) => {
          const isHere = pathname === path
          const waiting = path === '/review' ? (overview.data?.waiting ?? 0) : 0
          return (
            <li key={path}>
              <Link
                to={path}
                aria-current={isHere ? 'page' : undefined}
                className={cx(
                  'press flex h-9 items-center gap-3 rounded-8 px-2 text-13 whitespace-nowrap',
                  isHere ? 'bg-s2 font-semibold text-t1' : 'text-t2 hover:text-t1',
                )}
              >
                <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
                <span className="flex-1 truncate">{name}</span>
                {waiting > 0 && <span className="figures text-12 text-t1">{waiting}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
      <Books health={overview.data?.ledger} />
      <Me />
    </nav>
  )
}

/** The one line that says whether the ledger balances; it leads to the ledger. */
function Books({
  health,
}: {
  health: { currencies: number; isSound: boolean; checkedAtMs: number } | null | undefined
}) {
  return (
    <Link to="/ledger" className="press flex gap-2.5 border-t border-line px-2 py-3 text-12">
      <Bob
        size={16}
        meaning={health ? (health.isSound ? 'recorded' : 'broken') : 'pending'}
        className="mt-px"
      />
      <span>
        {!health ? (
          t('shell.ledger_unchecked')
        ) : (
          <>
            <span className={cx('block', !health.isSound && 'text-danger')}>
              {health.isSound
                ? t('shell.ledger_sound', { count: health.currencies })
                : t('shell.ledger_unsound')}
              {health.isSound && <strong> 0</strong>}
            </span>
            <span className="figures block text-11 text-t3">
              {t('shell.ledger_checked', { time: timeUtc(health.checkedAtMs) })}
            </span>
          </>
        )}
      </span>
    </Link>
  )
}

function Me() {
  const operator = useSession((session) => session.operator)
  if (!operator) return null
  async function signOut() {
    await http.request(consoleLogout, {}).catch(() => undefined)
    endSession(false)
  }
  const roles = operator.roles.map((role) => t(`shell.role_${role}`))
  return (
    <div className="flex items-center border-t border-line pt-2 pl-2">
      <p className="min-w-0 flex-1">
        <span className="block truncate text-13">{operator.name}</span>
        <span title={roles.join(', ')} className="block truncate text-11 text-t3">
          {roles.length > 2 ? t('shell.roles', { count: roles.length }) : roles.join(', ')},{' '}
          {t('shell.two_factor')}
        </span>
      </p>
      <IconButton icon={LogOut} label={t('shell.sign_out')} onClick={() => void signOut()} />
    </div>
  )
}
