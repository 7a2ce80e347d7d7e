import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'
import { useWide } from '#web/app/use-wide.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { ownPages, settingsPages } from './settings-links.ts'

/**
 * A page of the account beside the list that leads to it, from 1024 px on; below, and for who is not signed in, the
 * page alone.
 */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const isWide = useWide()
  const isSignedIn = useSignedIn()
  const hasList = isWide && isSignedIn
  // The page keeps its place among the elements, so that what is typed stays when the window gets wider.
  return (
    <div
      className={hasList ? 'grid grid-cols-[264px_minmax(0,1fr)]' : isWide ? 'mx-auto max-w-160' : 'contents'}
    >
      {hasList && <SettingsList />}
      <div
        className={
          hasList ? 'min-h-dvh min-w-0 border-l border-line [--beside:264px] [--column:640px]' : 'contents'
        }
      >
        {children}
      </div>
    </div>
  )
}

function SettingsList() {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const entries = [
    { route: settingsPages.display, label: t('settings.display') },
    ...ownPages.map(({ id, route }) => ({ route, label: t(`settings.link_${id}`) })),
  ]
  return (
    <nav aria-label={t('settings.title')} className="sticky top-0 h-dvh overflow-y-auto pt-(--bar) pr-3 pl-1">
      <ul>
        {entries.map(({ route, label }) => {
          const isCurrent = belongsTo(pathname, route)
          return (
            <li key={route}>
              <Link
                to={toPage(route)}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'press flex min-h-11 items-center rounded-8 px-3 text-15 hover:bg-s2 focus-visible:-outline-offset-2',
                  isCurrent ? 'bg-s2 font-semibold text-t1' : 'text-t2',
                )}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Pages that are reached from one of the list. */
const under: Readonly<Record<string, string>> = {
  '/pages/setting/password': `/${settingsPages.security}`,
  '/pages/setting/payPassword': `/${settingsPages.security}`,
  '/pages/setting/totp': `/${settingsPages.security}`,
  '/pages/setting/phrase': `/${settingsPages.security}`,
  '/pages/setting/freeze': `/${settingsPages.security}`,
  '/pages/setting/bank': `/${settingsPages.security}`,
  '/pages/setting/bank_international': `/${settingsPages.security}`,
  '/pages/setting/guards': `/${settingsPages.security}`,
  '/pages/setting/wallets': `/${settingsPages.security}`,
  '/pages/setting/passkeys': `/${settingsPages.security}`,
  '/pages/setting/apiKeys': `/${settingsPages.security}`,
  '/pages/setting/privacy': `/${settingsPages.security}`,
  '/pages/setting/real': `/${settingsPages.verification}`,
  '/pages/setting/real_mark': `/${settingsPages.verification}`,
  '/pages/pendingReview/pendingReview': `/${settingsPages.verification}`,
  '/pages/language/language': `/${settingsPages.display}`,
}

const belongsTo = (pathname: string, route: string): boolean =>
  pathname === `/${route}` || under[pathname] === `/${route}`
