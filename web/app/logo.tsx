import { Bob } from '#web/ui/plumb-line.tsx'
import { DEFAULT_SITE, useClient } from './client-state.ts'

/** The mark and the name of the site. Our own mark is drawn; another is the picture that the server names. */
export function Logo() {
  const { name, logo } = useClient((state) => state.site)
  return (
    <span className="flex min-w-0 items-center gap-2.5 text-17 font-semibold text-t1">
      {logo === DEFAULT_SITE.logo ? (
        <Bob size={22} />
      ) : (
        <img src={logo} alt="" className="min-h-[22px] w-auto" />
      )}
      <span className="truncate">{name}</span>
    </span>
  )
}
