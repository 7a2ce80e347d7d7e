import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter, Navigate, Route, Routes } from 'react-router-dom'
import { askQuotes, connect } from '../shared/exchange.ts'
import '../shared/look.css'
import './look.css'

/** The market and the ticket on antd-mobile 5: each page lazy, the first quotes asked for beside it. */
const pages = { market: () => import('./market.tsx'), trade: () => import('./trade.tsx') }
const isTrade = location.hash.startsWith('#/trade')
void askQuotes()
void (isTrade ? pages.trade() : pages.market()).then(() => setTimeout(connect))
const Market = lazy(pages.market)
const Trade = lazy(pages.trade)

document.documentElement.dataset.prefersColorScheme = 'dark'
createRoot(document.getElementById('app')!).render(
  <HashRouter>
    <Suspense>
      <Routes>
        <Route path="/market" element={<Market />} />
        <Route path="/trade" element={<Trade />} />
        <Route path="*" element={<Navigate to="/market" replace />} />
      </Routes>
    </Suspense>
  </HashRouter>,
)
