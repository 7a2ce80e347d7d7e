import { ArtworkDetailPage } from './artwork-detail.tsx'

/** An artwork that is a picture. */
export default function ArtworkPage() {
  return <ArtworkDetailPage kind="picture" />
}
