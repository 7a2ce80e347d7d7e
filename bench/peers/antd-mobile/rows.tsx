import { createRoot } from 'react-dom/client'
import { liven, madeUpLines, madeUpQuotes } from '../../rows/made-up.ts'
import { quotes } from '../shared/exchange.ts'
import { Quotes } from './list.tsx'
import '../shared/look.css'
import './look.css'

/** The same list with the 200 made-up instruments that ours is watched with. */
document.documentElement.dataset.prefersColorScheme = 'dark'
quotes.take(madeUpQuotes)
createRoot(document.getElementById('app')!).render(
  <Quotes rows={madeUpQuotes} lines={madeUpLines} onOpen={() => undefined} />,
)
liven(quotes)
