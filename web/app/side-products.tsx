import { GitFork, Handshake, Rocket, UsersRound } from 'lucide-react'
import { useLocation } from 'react-router'
import { type PlainTextKey, useTexts } from '#web/texts/texts.ts'
import { SideLink, type SideTarget } from './side-link.tsx'

interface Entry extends SideTarget {
  readonly label: PlainTextKey
  /** How the routes of its pages begin. */
  readonly starts: readonly string[]
}

const entries: readonly Entry[] = [
  {
    ...{ route: 'pages/copytrade/copy', label: 'copy.menu', icon: UsersRound },
    starts: ['/pages/copytrade/', '/pages/follow/'],
  },
  { route: 'pages/invest/invest', label: 'dual.menu', icon: GitFork, starts: ['/pages/invest/'] },
  { route: 'pages/otc/otc', label: 'otc.menu', icon: Handshake, starts: ['/pages/otc/'] },
  { route: 'pages/ieo/ieo', label: 'ieo.menu', icon: Rocket, starts: ['/pages/ieo/'] },
]

/** The products that have no tab, below those that have one: loaded after the first page. */
export default function SideProducts({ isRail }: { isRail: boolean }) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  return (
    <ul className="flex flex-col gap-1 pt-1">
      {entries.map(({ starts, label, ...entry }) => (
        <li key={entry.route}>
          <SideLink
            {...entry}
            label={t(label)}
            isRail={isRail}
            isCurrent={starts.some((start) => pathname.startsWith(start))}
          />
        </li>
      ))}
    </ul>
  )
}
