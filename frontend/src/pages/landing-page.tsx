import { useEffect, useRef } from 'react';
import { useRouter } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import '#frontend/features/marketing/landing/landing.css';
import '#frontend/features/investors/investors.css';
import AssistantCorner from '#frontend/features/marketing/assistant/assistant-corner.tsx';
import { wireInstallButton } from '#frontend/features/marketing/install-offer.ts';
import { Landing } from '#frontend/features/marketing/landing/landing.tsx';
import { wireMaterial } from '#frontend/features/investors/wire-material.ts';

/** The URL if a click on a link opens the sign-in screen in this window; null for any other click. */
function signInAddress(event: MouseEvent): string | null {
  const link = (event.target as Element).closest('a');
  const isForElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return link && !isForElsewhere && link.pathname === '/sign-in' ? link.pathname + link.search : null;
}

/**
 * The landing page reached from inside the app, as after signing out. From outside it is a document that needs no script
 * (documents/render-document.tsx); both show the same content.
 */
export default function LandingPage() {
  const router = useRouter();
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = PRODUCT;
    const element = page.current;
    if (!element) return;
    // the links are plain, because they must work without the app; here the router handles them without a page load
    const onClick = (event: MouseEvent) => {
      const address = signInAddress(event);
      if (address === null) return;
      event.preventDefault();
      router.history.push(address);
    };
    element.addEventListener('click', onClick);
    const stopInstall = wireInstallButton(element);
    const stopMaterial = wireMaterial(element, () => import('#frontend/features/investors/show-material.tsx'));
    return () => {
      element.removeEventListener('click', onClick);
      stopInstall();
      stopMaterial();
    };
  }, [router]);
  return (
    // English in every interface language, like the document
    <div lang="en" dir="ltr">
      <div ref={page}>
        <Landing />
      </div>
      <AssistantCorner />
    </div>
  );
}
