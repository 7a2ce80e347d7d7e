import { ChevronDown, CloudOff, LogOut, X } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { consoleLogout, consoleOverview } from '#domain/console/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { timeUtc } from '../format.ts'
import { t } from '../texts.ts'
import { FindField } from '../ui/find-field.tsx'
import { http } from './api.ts'
import { useConnection } from './connection.ts'
import { foundIn, placeOf } from './go-to.ts'
import { fold, useMenu } from './menu.ts'
import { type PageSection, pagesFor, sectionsFor } from './pages.ts'
import { useProducts } from './products.ts'
import { endSession, useSession } from './session.ts'

const OVERVIEW_EVERY_MS = 10_000

/** The pages at the left, the chosen one beside them; below 1024 px the pages are a menu. */
export function Shell() {
  const pages = useMyPages()
  const isMenuOpen = useMenu((menu) => menu.isOpen)
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <ConnectionLost />
      <div className="flex min-h-0 flex-1">
        <Nav />
        <div className="flex min-w-0 flex-1" inert={isMenuOpen}>
          <Routes>
            {pages.map(({ path, component: Component }) => (
              <Route key={path} path={path} element={<Component />} />
            ))}
            <Route path="*" element={<Navigate to={pages[0]?.path ?? '/health'} replace />} />
          </Routes>
        </div>
      </div>
    </div>
  )
}

/** Said while the server cannot be reached; what is shown meanwhile is what it said last. */
function ConnectionLost() {
  const isLost = useConnection(({ isLost }) => isLost)
  return (
    <div role="status">
      {isLost && (
        <p className="flex items-center gap-2 bg-s2 px-5 py-2 text-13">
          <CloudOff aria-hidden size={16} className="shrink-0 text-danger" />
          {t('shell.connection_lost')}
        </p>
      )}
    </div>
  )
}

function useMyPages() {
  const roles = useSession((session) => session.operator?.roles)
  return pagesFor(useProducts(), roles ?? [])
}

function Nav() {
  const { pathname } = useLocation()
  const roles = useSession((session) => session.operator?.roles)
  const sections = sectionsFor(useProducts(), roles ?? [])
  const folded = useMenu((menu) => menu.folded)
  const overview = useApiQuery(consoleOverview, {}, { refetchMs: OVERVIEW_EVERY_MS })
  const isOpen = useMenu((menu) => menu.isOpen)
  const [sought, setSought] = useState('')
  const found = foundIn(sections, sought)
  useEffect(() => {
    if (!isOpen) return
    const closeByKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    window.addEventListener('keydown', closeByKey)
    return () => window.removeEventListener('keydown', closeByKey)
  }, [isOpen])
  return (
    <nav
      aria-label={t('shell.pages')}
      className={cx(
        'w-full shrink-0 flex-col border-line px-2 pb-3 lg:flex lg:w-52 lg:border-r',
        isOpen ? 'flex' : 'hidden',
      )}
    >
      <p className="flex min-h-14 shrink-0 items-center gap-2 px-2 text-15 font-semibold">
        <Bob size={20} />
        {t('shell.name')}
        <span className="rounded-4 bg-s2 px-1.5 py-0.5 text-11 font-normal text-t2">
          {t('shell.console')}
        </span>
        <span className="flex-1 lg:hidden" />
        <IconButton icon={X} label={t('common.close')} onClick={close} className="lg:hidden" />
      </p>
      <GoTo sections={sections} onFind={setSought} sought={sought} />
      <div className="no-scrollbar min-h-0 flex-1 overflow-y-auto">
        {found.map(({ group, pages }) => {
          const isFolded = group !== undefined && sought === '' && folded.includes(group)
          const list = (
            <ul id={`pages-${group}`} hidden={isFolded} className="flex flex-col gap-0.5">
              {pages.map(({ path, name, icon: Icon }) => {
                const isHere = pathname === path
                const waiting = path === '/review' ? (overview.data?.waiting ?? 0) : 0
                return (
                  <li key={path}>
                    <Link
                      to={path}
                      onClick={close}
                      aria-current={isHere ? 'page' : undefined}
                      className={cx(
                        'press flex min-h-11 items-center gap-3 lg:min-h-9 rounded-8 px-2 text-13 whitespace-nowrap -outline-offset-2',
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
          )
          if (group === undefined) return <div key="first">{list}</div>
          return (
            <section key={group} aria-labelledby={`heading-${group}`} className="pt-2">
              <h2 id={`heading-${group}`}>
                <button
                  type="button"
                  aria-expanded={!isFolded}
                  aria-controls={`pages-${group}`}
                  onClick={() => fold(group, !isFolded)}
                  className="press flex min-h-11 w-full items-center justify-between rounded-8 px-2 text-left text-12 font-normal text-t3 -outline-offset-2 hover:text-t1 lg:min-h-8"
                >
                  {t(`shell.group_${group}`)}
                  <ChevronDown aria-hidden size={14} className={cx('shrink-0', isFolded && '-rotate-90')} />
                </button>
              </h2>
              {list}
            </section>
          )
        })}
      </div>
      <Books health={overview.data?.ledger} />
      <Me />
    </nav>
  )
}

const close = () => useMenu.setState({ isOpen: false })

/** Narrows the list of pages; Enter leads to the first one, or to what has the reference or the number that was typed. */
function GoTo({
  sections,
  sought,
  onFind,
}: {
  sections: readonly PageSection[]
  sought: string
  onFind(text: string): void
}) {
  const products = useProducts()
  const navigate = useNavigate()
  const paths = sections.flatMap(({ pages }) => pages.map(({ path }) => path))
  const to = placeOf(products, paths, sought) ?? foundIn(sections, sought)[0]?.pages[0]?.path
  function go(event: FormEvent) {
    event.preventDefault()
    if (sought.trim() === '' || to === undefined) return
    onFind('')
    close()
    navigate(to)
  }
  return (
    <search>
      <form onSubmit={go} className="pb-2">
        <FindField label={t('shell.find_page')} value={sought} onChange={onFind} />
        {sought.trim() !== '' && to === undefined && (
          <p className="px-2 pt-2 text-12 text-t2">{t('shell.no_page')}</p>
        )}
      </form>
    </search>
  )
}

/** The one line that says whether the ledger balances; it leads to the ledger. */
function Books({
  health,
}: {
  health: { currencies: number; isSound: boolean; checkedAtMs: number } | null | undefined
}) {
  return (
    <Link to="/ledger" onClick={close} className="press flex gap-2.5 border-t border-line px-2 py-3 text-12">
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
