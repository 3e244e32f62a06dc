import { LinkList } from '../link-list.jsx';

export default function TallPage() {
  return <LinkList tall />;
}
