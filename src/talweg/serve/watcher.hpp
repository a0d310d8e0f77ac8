/// A viewer's WebSocket: takes orders, gives frames, one message at a time. What was new while a message was on its way
/// is looked up when it has left, so a slow viewer misses frames instead of queueing them.
#pragma once
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include "talweg/serve/visit.hpp"

namespace talweg {

/// Answers the request for a WebSocket and serves it until the viewer goes.
void watch(boost::beast::tcp_stream stream, boost::beast::http::request<boost::beast::http::empty_body> request,
           std::shared_ptr<Clients> clients);

}  // namespace talweg
