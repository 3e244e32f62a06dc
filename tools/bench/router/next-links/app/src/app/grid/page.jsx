import { LinkList } from '../link-list.jsx';

export default function GridPage() {
  return <LinkList />;
}
