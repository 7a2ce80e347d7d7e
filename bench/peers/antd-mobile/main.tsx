import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter, Navigate, Route, Routes } from 'react-router-dom'
import { startPages } from '../shared/start.ts'
import '../shared/look.css'
import './look.css'

/** The market and the ticket on antd-mobile 5: each page lazy, the first quotes asked for beside it. */
const { Market, Trade } = startPages({
  market: () => import('./market.tsx'),
  trade: () => import('./trade.tsx'),
})

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
