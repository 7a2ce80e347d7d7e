import { ArtworkDetailPage } from './artwork-detail.tsx'

/** An artwork that is a video. */
export default function VideoPage() {
  return <ArtworkDetailPage kind="video" />
}
